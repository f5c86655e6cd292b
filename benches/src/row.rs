//! A line of a benchmark's table.

/// A figure, and what it must be.
pub struct Row {
    /// What was measured.
    pub name: String,
    /// What came of it.
    pub figure: u64,
    /// What it must be.
    pub must: Must,
}

/// What a figure must be.
#[derive(Clone, Copy)]
pub enum Must {
    /// This, or more.
    AtLeast(u64),
    /// This, or less.
    AtMost(u64),
    /// It is only to be known.
    Known,
}

impl Row {
    fn text(&self) -> String {
        let (must, reached) = match self.must {
            Must::AtLeast(must) => (must.to_string(), self.figure >= must),
            Must::AtMost(must) => (format!("<= {must}"), self.figure <= must),
            Must::Known => return format!("{:<64} {:>12}", self.name, self.figure),
        };
        let verdict = if reached { "reached" } else { "not reached" };
        format!("{:<64} {:>12} {must:>12}  {verdict}", self.name, self.figure)
    }

    fn json(&self) -> String {
        let (least, most) = match self.must {
            Must::AtLeast(must) => (must.to_string(), "null".into()),
            Must::AtMost(must) => ("null".into(), must.to_string()),
            Must::Known => ("null".into(), "null".into()),
        };
        format!(r#"{{"name":"{}","figure":{},"at_least":{least},"at_most":{most}}}"#, self.name, self.figure)
    }
}

/// Prints a table for people, or with `--json` for programs.
pub fn print(rows: &[Row]) {
    if std::env::args().any(|argument| argument == "--json") {
        println!("[{}]", rows.iter().map(Row::json).collect::<Vec<_>>().join(","));
        return;
    }
    println!("{:<64} {:>12} {:>12}", "what", "measured", "must");
    rows.iter().for_each(|row| println!("{}", row.text()));
}
