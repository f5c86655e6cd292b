//! What is so in a happening: outcomes, circumstances, how an effect is used.

macro_rules! flags {
    ($($flag:ident $name:literal $legacy:literal $doc:literal,)*) => {
        /// One thing that is so, or not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Flag {
            $(#[doc = $doc] $flag,)*
        }

        impl Flag {
            /// All of them.
            pub const ALL: &'static [Flag] = &[$(Flag::$flag,)*];

            /// Our name.
            pub fn name(self) -> &'static str {
                match self { $(Flag::$flag => $name,)* }
            }

            /// Its name in the public engine.
            pub fn legacy(self) -> &'static str {
                match self { $(Flag::$flag => $legacy,)* }
            }
        }
    };
}

flags! {
    Hit "is_hit" "isHit" "The blow hits.",
    Crit "is_crit" "isCrit" "It is a critical.",
    Fumble "is_fumble" "isFumble" "It is a fumble.",
    Died "died" "Died" "The target died.",
    ActorDied "actor_died" "ADied" "The actor died.",
    Blocked "blocked" "Blocked" "It was blocked.",
    Saved "saved" "Saved" "The target saved itself.",
    Immune "immune" "Immune" "The target is immune.",
    MagicResisted "magic_resisted" "MagicRes" "The target resisted magic.",
    Resisted "resisted" "Resist" "The target resisted.",
    Absorbed "absorbed" "Absorb" "Armour absorbed it.",
    WeaponImmune "weapon_immune" "isWImmune" "The weapon cannot harm the target.",
    Bypassed "bypassed" "isBypass" "It went past the armour.",
    Evaded "evaded" "isEvaded" "It was evaded.",
    PartlyEvaded "partly_evaded" "isPartiallyEvaded" "It was partly evaded.",
    NotFullyImmune "not_fully_immune" "notFullyImmune" "The target is not immune to all of it.",
    Something "is_something" "isSomething" "Something came of it.",
    WildMiss "is_wild_miss" "isWildMiss" "The blow went astray before it was measured.",
    DefenceRolled "defence_rolled" "isDefRoll" "The target rolled with it.",
    WasFriendly "was_friendly" "wasFriendly" "They were friends before.",
    ActorUnseen "actor_unseen" "actUnseen" "The target does not see the actor.",
    VictimUnseen "victim_unseen" "vicUnseen" "The actor does not see the target.",
    VictimCharging "victim_charging" "vicCharging" "The target is charging.",
    VictimHeld "victim_held" "vicHeld" "The target is held.",
    VictimReady "victim_ready" "vicReady" "The target was ready for a fight.",
    VictimNotFleeing "victim_not_fleeing" "vicNotFleeing" "The target was not fleeing.",
    ActorIncorporeal "actor_incorporeal" "actIncor" "The actor has no body.",
    VictimIncorporeal "victim_incorporeal" "vicIncor" "The target has no body.",
    Opportunity "is_opportunity" "isAoO" "It is an attack of opportunity.",
    MoveOpportunity "is_move_opportunity" "isMoveAoO" "Moving away gave the opportunity.",
    Cleave "is_cleave" "isCleave" "It is a cleave.",
    Surprise "is_surprise" "isSurprise" "The target is surprised.",
    FlatFooted "is_flat_footed" "isFlatFoot" "The target is caught on the wrong foot.",
    Flanking "is_flanking" "isFlanking" "The target is flanked.",
    SneakAttack "is_sneak_attack" "isSneakAttack" "It is a sneak attack.",
    GreatBlow "is_great_blow" "isGreatBlow" "It is a great blow.",
    Precision "is_precision" "isPrecision" "It is aimed with care.",
    Offhand "is_offhand" "isOffhand" "It is the other hand.",
    Natural "is_natural" "isNAttack" "It is tooth or claw.",
    GhostTouch "is_ghost_touch" "isGhostTouch" "It touches what has no body.",
    Seeking "is_seeking" "isSeeking" "It seeks its target.",
    Telekinetic "is_telekinetic" "isTelekinetic" "It moves without a hand.",
    Ranged "is_ranged" "Ranged" "It is shot or thrown.",
    Whirlwind "is_whirlwind" "Whirlwind" "It is a whirlwind.",
    Graze "is_graze" "Graze" "It grazes.",
    Stun "is_stun" "Stun" "It stuns.",
    SubStrength "sub_strength" "subStr" "Strength does not count.",
    CounterTrip "is_counter_trip" "isCounterTrip" "It answers a trip.",
    AllAllies "is_all_allies" "isAllAllies" "It is for all allies.",
    Spell "is_spell" "isSpell" "It is a spell.",
    ByItem "is_item" "isItem" "It comes from an item.",
    ByTrap "is_trap" "isTrap" "It comes from a trap.",
    Activation "is_activation" "isActivation" "An item was activated.",
    Wielding "is_wield" "isWield" "An item was put on.",
    Removing "is_remove" "isRemove" "An item was taken off.",
    Entering "is_enter" "isEnter" "An area was entered.",
    Leaving "is_leave" "isLeave" "An area was left.",
    Periodic "is_periodic" "isPeriodic" "It comes back from time to time.",
    StaffSpell "is_staff_spell" "isStaffSpell" "A staff casts it.",
    RepeatSpell "is_repeat_spell" "isRepeatSpell" "It repeats.",
    SharedSpell "is_shared_spell" "isSharedSpell" "It is shared.",
    FirstBlast "is_first_blast" "isFirstBlastXY" "It is the first square of a blast.",
    Blessed "is_blessed" "isBlessed" "It is blessed.",
    Cursed "is_cursed" "isCursed" "It is cursed.",
    Confused "is_confused" "isConf" "It is done in confusion.",
    Hallucinated "is_hallucinated" "isHallu" "It is hallucinated.",
    Proper "is_proper" "isProper" "It has a proper name.",
    ArcaneTrickery "is_arcane_trickery" "isArcaneTrickery" "It is arcane trickery.",
    UpdatesView "updates_view" "doVUpdate" "What is seen changes.",
    IgnoresHardness "ignores_hardness" "ignoreHardness" "Hardness does not count.",
    HalvesHardness "halves_hardness" "halfHardness" "Half the hardness counts.",
    ActorIllusion "actor_illusion" "actIllusion" "The actor is an illusion.",
    VictimIllusion "victim_illusion" "vicIllusion" "The target is an illusion.",
    EffectIllusion "effect_illusion" "effIllusion" "The effect is an illusion.",
    Disbelieved "is_disbelieved" "effDisbelieved" "The illusion was seen through.",
    Verb "is_verb" "isVerb" "A player's hand does it.",
    Silence "is_silent" "Silence" "Nothing at all is said.",
    HitMessageDone "hit_message_done" "MHMessageDone" "The text of the magic hit was said.",
    BlastMessageDone "blast_message_done" "BlastMessageDone" "The text of the blast was said.",
}

/// What is so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u128);

const _: () = assert!(Flag::ALL.len() <= 128, "flags are bits of a u128");

impl Flag {
    /// The flag with a name, ours or the public engine's.
    pub fn named(name: &str) -> Option<Flag> {
        Flag::ALL.iter().copied().find(|flag| flag.name() == name || flag.legacy() == name)
    }
}

impl Flags {
    /// Whether it is so.
    #[inline]
    pub fn has(self, flag: Flag) -> bool {
        self.0 >> flag as u8 & 1 == 1
    }

    /// Makes it so, or not.
    #[inline]
    pub fn set(&mut self, flag: Flag, on: bool) {
        self.0 = self.0 & !(1 << flag as u8) | u128::from(on) << flag as u8;
    }

    /// With one more.
    #[must_use]
    pub fn with(mut self, flag: Flag) -> Flags {
        self.set(flag, true);
        self
    }
}
