//! The form of an OpenAPI 3.1 description: operations, and the schemas of their bodies, made from the types that are read and written.

use crate::problem::Details;
use referee_host::Numbers;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Whether a token is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Auth {
    Not,
    May,
    Must,
}

/// One method of one path.
pub(crate) struct Operation {
    path: &'static str,
    method: &'static str,
    told: Map<String, Value>,
}

impl Operation {
    pub(crate) fn get(path: &'static str, id: &str, summary: &str) -> Operation {
        Operation::new(path, "get", id, summary)
    }

    pub(crate) fn delete(path: &'static str, id: &str, summary: &str) -> Operation {
        Operation::new(path, "delete", id, summary)
    }

    pub(crate) fn post(path: &'static str, id: &str, summary: &str) -> Operation {
        Operation::new(path, "post", id, summary).refuses(&[413])
    }

    fn new(path: &'static str, method: &'static str, id: &str, summary: &str) -> Operation {
        let parameters: Vec<Value> = path.split('/').filter_map(path_parameter).collect();
        let told = json!({ "operationId": id, "summary": summary, "parameters": parameters, "responses": {} });
        let told = if let Value::Object(told) = told { told } else { Map::new() };
        Operation { path, method, told }.refuses(&[429]).auth(Auth::Not)
    }

    /// With parameters behind a question mark.
    pub(crate) fn query(mut self, parameters: Vec<Value>) -> Operation {
        if let Some(Value::Array(known)) = self.told.get_mut("parameters") {
            known.extend(parameters);
        }
        self
    }

    /// With a token, or not.
    pub(crate) fn auth(mut self, auth: Auth) -> Operation {
        let security = match auth {
            Auth::Not => json!([]),
            Auth::May => json!([{}, { "token": [] }]),
            Auth::Must => json!([{ "token": [] }]),
        };
        self.told.insert("security".into(), security);
        self
    }

    /// With a body.
    pub(crate) fn takes(mut self, media: &str, schema: Value, example: Value) -> Operation {
        let body = self.told.entry("requestBody").or_insert_with(|| json!({ "required": true, "content": {} }));
        body["content"][media] = json!({ "schema": schema, "example": example });
        self
    }

    /// Or with a log as its body.
    pub(crate) fn takes_log(self) -> Operation {
        self.takes("application/x-ndjson", json!({ "type": "string" }), json!("{\"format\":\"referee-log/1\",..}\n"))
    }

    /// A good answer in JSON.
    pub(crate) fn answers(self, status: u16, about: &str, schema: Value) -> Operation {
        self.answers_as(status, about, "application/json", schema)
    }

    /// A good answer of another kind.
    pub(crate) fn answers_as(mut self, status: u16, about: &str, media: &str, schema: Value) -> Operation {
        self.told["responses"][status.to_string()] = json!({ "description": about, "content": { media: { "schema": schema } } });
        self
    }

    /// A good answer without a body.
    pub(crate) fn answers_plainly(mut self, status: u16, about: &str) -> Operation {
        self.told["responses"][status.to_string()] = json!({ "description": about });
        self
    }

    /// Refusals, by their statuses.
    pub(crate) fn refuses(mut self, statuses: &[u16]) -> Operation {
        for status in statuses {
            self.told["responses"][status.to_string()] = json!({ "$ref": format!("#/components/responses/{status}") });
        }
        self
    }

    /// A status that means a refusal, or an answer of another form.
    pub(crate) fn refuses_or(mut self, status: u16, schema: Value) -> Operation {
        let either = json!({ "anyOf": [schema, { "$ref": "#/components/schemas/Problem" }] });
        self = self.answers(status, why(status), either);
        self
    }

    /// What can be done with the id that a good answer has.
    pub(crate) fn leads_to(mut self, operations: &[&str]) -> Operation {
        let link = |id: &&str| ((*id).to_owned(), json!({ "operationId": id, "parameters": { "id": "$response.body#/id" } }));
        let links: Map<String, Value> = operations.iter().map(link).collect();
        self.told["responses"]["201"]["links"] = links.into();
        self
    }
}

/// A part of a path that stands for something.
fn path_parameter(part: &str) -> Option<Value> {
    let name = part.strip_prefix('{')?.strip_suffix('}')?;
    let (about, schema) = match name {
        "game" => ("The game.", json!({ "$ref": "#/components/schemas/GameName" })),
        _ => ("The id of the match or the log.", json!({ "type": "string", "minLength": 1 })),
    };
    Some(json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema }))
}

/// Why a request is refused, by status.
const REFUSALS: [(u16, &str); 11] = [
    (400, "The request cannot be read."),
    (401, "A seat's token is needed, and this is none of this match."),
    (403, "Whoever asks may not."),
    (404, "There is no such thing, or none for whoever asks."),
    (409, "It cannot be done now: somebody was faster, it is over, or it is not over yet."),
    (413, "The body is too long."),
    (415, "The body is of a kind that nobody reads here."),
    (422, "The request was understood, and the answer is no."),
    (426, "This address is for sockets."),
    (429, "More is asked than is allowed: wait, and ask again."),
    (503, "Not now: try again."),
];

fn why(status: u16) -> &'static str {
    REFUSALS.iter().find(|(known, _)| *known == status).map_or("", |(_, why)| why)
}

/// A description that is being written.
pub(crate) struct Book {
    /// Types as they are read, and as they are written: a field with a default may be left out of the one, not of the other.
    read: SchemaGenerator,
    written: SchemaGenerator,
    paths: Map<String, Value>,
    limits: Vec<(&'static str, Vec<Value>)>,
}

impl Book {
    pub(crate) fn new() -> Book {
        let settings = || {
            let settings = SchemaSettings::draft2020_12().with_transform(Numbers);
            settings.with(|settings| settings.definitions_path = "/components/schemas".into())
        };
        Book {
            read: settings().for_deserialize().into_generator(),
            written: settings().for_serialize().into_generator(),
            paths: Map::new(),
            limits: Vec::new(),
        }
    }

    /// The schema of a type that comes in.
    pub(crate) fn into<T: JsonSchema>(&mut self) -> Value {
        self.read.subschema_for::<T>().to_value()
    }

    /// The schema of a type that goes out.
    pub(crate) fn out<T: JsonSchema>(&mut self) -> Value {
        self.written.subschema_for::<T>().to_value()
    }

    /// The fields of a type as parameters behind a question mark. What may be left out is never null there.
    pub(crate) fn query<T: JsonSchema>(&mut self) -> Vec<Value> {
        let mut schema = T::json_schema(&mut self.read);
        schemars::transform::Transform::transform(&mut Numbers, &mut schema);
        let schema = schema.to_value();
        let fields = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let parameter = |(name, mut schema): (String, Value)| {
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            json!({ "name": name, "in": "query", "required": false, "description": about, "schema": not_null(schema) })
        };
        fields.into_iter().map(parameter).collect()
    }

    /// Only these words fit a schema.
    pub(crate) fn limit(&mut self, name: &'static str, words: Vec<Value>) {
        self.limits.push((name, words));
    }

    pub(crate) fn add(&mut self, operation: Operation) {
        let Operation { path, method, told } = operation;
        let methods = self.paths.entry(path).or_insert_with(|| json!({}));
        methods[method] = told.into();
    }

    /// The whole description.
    pub(crate) fn finished(mut self) -> Value {
        let details = self.out::<Details>();
        let mut schemas = self.written.take_definitions(true);
        schemas.extend(self.read.take_definitions(true));
        schemas.insert("Problem".into(), problem(details));
        for (name, words) in self.limits {
            if let Some(schema) = schemas.get_mut(name).filter(|_| !words.is_empty()) {
                schema["enum"] = words.into();
            }
        }
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Referee",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Matches, verification and leaderboards of turn-based games. A game's own setups, actions and views are described by \
                    the JSON Schemas in `GET /api/games/{game}`.",
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": "/" }],
            "paths": self.paths,
            "components": {
                "schemas": schemas,
                "responses": REFUSALS.iter().map(refusal).collect::<Map<String, Value>>(),
                "securitySchemes": {
                    "token": { "type": "http", "scheme": "bearer", "description": "The token of a seat, or of a player for tickets." },
                },
            },
        })
    }
}

/// Every refusal has this form.
fn problem(details: Value) -> Value {
    json!({
        "description": "Why a request was refused.",
        "type": "object",
        "required": ["error"],
        "properties": { "error": details },
        "additionalProperties": false,
    })
}

fn refusal((status, why): &(u16, &str)) -> (String, Value) {
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    let told = json!({ "description": why, "content": { "application/json": { "schema": schema } } });
    (status.to_string(), told)
}

/// A schema without `null`.
fn not_null(mut schema: Value) -> Value {
    let is_null = |kind: &Value| kind == "null" || kind["type"] == "null";
    let Some(parts) = schema.as_object_mut() else { return schema };
    if parts.get("default").is_some_and(Value::is_null) {
        parts.remove("default");
    }
    for key in ["type", "anyOf"] {
        let Some(Value::Array(kinds)) = parts.get_mut(key) else { continue };
        kinds.retain(|kind| !is_null(kind));
        if let ([kind], true) = (&kinds[..], key == "type") {
            parts[key] = kind.clone();
        }
    }
    schema
}
