//! The hash of content: of what is said, not of how it is written. Comments, spacing and the order of files change nothing.

use sha2::{Digest, Sha256};
use toml::de::{DeTable, DeValue};

/// A hash on its way.
pub(super) struct Canon(Sha256);

impl Canon {
    pub(super) fn new() -> Canon {
        let mut canon = Canon(Sha256::new());
        canon.text("referee-incursion content 1");
        canon
    }

    /// A text, so that no two lists of texts look the same.
    pub(super) fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_be_bytes());
        self.0.update(text.as_bytes());
    }

    /// A table, its keys in the order in which they are written: order numbers definitions.
    pub(super) fn table(&mut self, table: &DeTable<'_>) {
        self.text("{");
        let mut keys: Vec<_> = table.iter().collect();
        keys.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in keys {
            self.text(key.get_ref());
            self.value(value.get_ref());
        }
        self.text("}");
    }

    fn value(&mut self, value: &DeValue<'_>) {
        match value {
            DeValue::Table(table) => self.table(table),
            DeValue::Array(list) => {
                self.text("[");
                list.iter().for_each(|value| self.value(value.get_ref()));
                self.text("]");
            }
            DeValue::String(text) => {
                self.text("t");
                self.text(&text.replace("\r\n", "\n"));
            }
            DeValue::Integer(number) => {
                self.text("n");
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => self.text(&number.to_string()),
                    Err(_) => self.text(number.as_str()),
                }
            }
            DeValue::Boolean(flag) => self.text(if *flag { "yes" } else { "no" }),
            DeValue::Float(number) => self.text(number.as_str()),
            DeValue::Datetime(date) => self.text(&date.to_string()),
        }
    }

    pub(super) fn hex(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
