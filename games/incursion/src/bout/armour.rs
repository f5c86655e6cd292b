//! What armour does to damage: absorb it whole, or take its share.

/// By how many percent armour of a value, 1 to 32, lessens damage of a column.
const REDUCTION: [[u8; 16]; 32] = [
    [4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
    [9, 8, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
    [14, 13, 12, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9],
    [20, 18, 17, 16, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
    [26, 23, 22, 21, 20, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15],
    [32, 29, 27, 26, 25, 24, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18],
    [37, 34, 32, 31, 30, 29, 28, 21, 21, 21, 21, 21, 21, 21, 21, 21],
    [43, 40, 38, 36, 35, 34, 33, 32, 24, 24, 24, 24, 24, 24, 24, 24],
    [49, 46, 43, 41, 40, 39, 38, 37, 36, 27, 27, 27, 27, 27, 27, 27],
    [55, 51, 49, 47, 45, 44, 43, 42, 41, 40, 30, 30, 30, 30, 30, 30],
    [65, 61, 57, 54, 52, 50, 49, 48, 46, 45, 45, 31, 31, 31, 31, 31],
    [67, 63, 59, 57, 54, 53, 51, 50, 48, 47, 46, 46, 32, 32, 32, 32],
    [69, 65, 61, 59, 56, 55, 53, 52, 50, 49, 48, 48, 47, 33, 33, 33],
    [71, 67, 63, 61, 59, 57, 55, 54, 52, 51, 50, 49, 49, 48, 34, 34],
    [73, 69, 65, 63, 61, 59, 57, 56, 54, 53, 52, 51, 51, 50, 49, 35],
    [74, 70, 67, 65, 62, 61, 59, 58, 56, 55, 54, 53, 52, 52, 51, 50],
    [76, 72, 69, 67, 64, 63, 61, 59, 58, 57, 56, 55, 54, 53, 53, 52],
    [78, 74, 71, 68, 66, 64, 63, 61, 60, 59, 58, 57, 56, 55, 55, 54],
    [79, 76, 73, 70, 68, 66, 65, 63, 62, 61, 60, 59, 58, 57, 56, 56],
    [81, 78, 75, 72, 70, 68, 66, 65, 64, 63, 61, 60, 60, 59, 58, 57],
    [83, 79, 76, 74, 72, 70, 68, 67, 66, 64, 63, 62, 61, 61, 60, 59],
    [84, 81, 78, 76, 74, 72, 70, 69, 67, 66, 65, 64, 63, 62, 61, 61],
    [86, 83, 80, 78, 75, 74, 72, 70, 69, 68, 67, 66, 65, 64, 63, 62],
    [87, 84, 82, 79, 77, 75, 74, 72, 71, 70, 69, 68, 67, 66, 65, 64],
    [89, 86, 83, 81, 79, 77, 75, 74, 73, 71, 70, 69, 68, 67, 67, 66],
    [91, 88, 85, 83, 81, 79, 77, 76, 74, 73, 72, 71, 70, 69, 68, 68],
    [92, 89, 87, 84, 82, 81, 79, 77, 76, 75, 74, 73, 72, 71, 70, 69],
    [94, 91, 88, 86, 84, 82, 81, 79, 78, 77, 75, 74, 73, 73, 72, 71],
    [95, 93, 90, 88, 86, 84, 82, 81, 80, 78, 77, 76, 75, 74, 73, 73],
    [97, 94, 92, 89, 88, 86, 84, 83, 81, 80, 79, 78, 77, 76, 75, 74],
    [98, 96, 93, 91, 89, 87, 86, 84, 83, 82, 81, 79, 78, 78, 77, 76],
    [100, 97, 95, 93, 91, 89, 87, 86, 85, 83, 82, 81, 80, 79, 78, 78],
];

/// What each column takes off the chance to absorb.
const OFFSET: [i32; 16] = [0, 4, 7, 10, 14, 17, 20, 24, 27, 30, 34, 37, 40, 44, 47, 50];

/// Several armours together: the best counts whole, the second half, every other a third.
pub fn stacked(mut values: Vec<i32>) -> i32 {
    values.retain(|value| *value > 0);
    values.sort_unstable_by(|a, b| b.cmp(a));
    values.iter().enumerate().map(|(nth, value)| value / (nth as i32 + 1).min(3)).sum()
}

/// How much damage counts as, by its column.
pub fn column(damage: i32) -> usize {
    match damage {
        ..5 => 0,
        5..10 => 1,
        10..100 => damage as usize / 10 + 1,
        100..200 => (damage as usize - 100) / 20 + 11,
        _ => 15,
    }
}

/// With what chance, in percent, armour absorbs a blow whole.
pub fn absorb_percent(armour: i32, column: usize) -> i32 {
    match armour {
        ..1 => 0,
        armour => (5 * armour.min(16) - 3 - OFFSET[column.min(15)]).max(0),
    }
}

/// The most damage armour absorbs whole.
pub fn absorb_most(armour: i32) -> i32 {
    10 + 2 * armour
}

/// By how many percent armour lessens what it does not absorb.
pub fn reduction(armour: i32, column: usize) -> i32 {
    match armour {
        ..1 => 0,
        armour => i32::from(REDUCTION[armour.min(32) as usize - 1][column.min(15)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_armour_never_protects_less_and_more_damage_is_never_lessened_more() {
        for column in 0..16 {
            assert!((0..40).all(|armour| reduction(armour, column) <= reduction(armour + 1, column)));
            assert!((0..40).all(|armour| absorb_percent(armour, column) <= absorb_percent(armour + 1, column)));
        }
        for armour in 0..40 {
            assert!((0..15).all(|column| reduction(armour, column) >= reduction(armour, column + 1)));
        }
        assert!((0..300).all(|damage| column(damage) <= column(damage + 1)));
    }

    #[test]
    fn armours_stack_by_halves_and_thirds() {
        assert_eq!(stacked(vec![3, 9, 0, 6, 7]), 9 + 7 / 2 + 6 / 3 + 3 / 3);
        assert_eq!(stacked(Vec::new()), 0);
    }
}
