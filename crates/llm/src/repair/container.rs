//! Values, objects and arrays, with missing, superfluous and omitted parts.

use serde_json::{Map, Value};

use super::chars::begins_value;
use super::reader::{Read, Reader, Role};
use super::{MAX_DEPTH, Unrepairable};

impl Reader {
    /// Reads a value and the white space around it. If no value begins here, returns `None` and skips white space only.
    pub(super) fn value(&mut self, role: Role, depth: usize) -> Read {
        if depth > MAX_DEPTH {
            return Err(Unrepairable::TooDeep);
        }
        self.blank();
        let value = match self.peek() {
            None => None,
            Some('{') => Some(self.object(depth)?),
            Some('[') => Some(self.array(depth)?),
            Some(_) => self.scalar(role, depth)?,
        };
        self.blank();
        Ok(value)
    }

    fn scalar(&mut self, role: Role, depth: usize) -> Read {
        if let Some(text) = self.joined(role)? {
            return Ok(Some(Value::String(text)));
        }
        if let Some(value) = self.number(role).or_else(|| self.keyword(role)) {
            return Ok(Some(value));
        }
        self.bare(role, depth)
    }

    fn object(&mut self, depth: usize) -> Result<Value, Unrepairable> {
        let mut members = Map::new();
        self.at += 1;
        self.separators();
        while self.peek().is_some_and(|c| c != '}') {
            let Some(key) = self.key()? else { break };
            let value = self.member(depth)?;
            members.insert(key, value);
            self.separators();
        }
        self.eat('}');
        Ok(Value::Object(members))
    }

    /// Reads a key. Returns `None` if the object ends without its brace.
    fn key(&mut self) -> Read<String> {
        let key = match self.quoted(Role::Key)? {
            Some(key) => Some(key),
            None => self.bare_key(),
        };
        match (key, self.peek()) {
            (Some(key), _) => Ok(Some(key)),
            (None, None | Some('}' | ']' | '{' | '[')) => Ok(None),
            (None, Some(_)) => self.unexpected(),
        }
    }

    /// Reads a colon and a value. A value that was cut off is null.
    fn member(&mut self, depth: usize) -> Result<Value, Unrepairable> {
        self.blank();
        let (colon, cut_off) = (self.eat(':'), self.peek().is_none());
        if !colon && !cut_off && !self.peek().is_some_and(begins_value) {
            return self.unexpected();
        }
        match self.value(Role::Member, depth + 1)? {
            Some(value) => Ok(value),
            None if colon || cut_off => Ok(Value::Null),
            None => self.unexpected(),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Unrepairable> {
        let mut items = Vec::new();
        self.at += 1;
        self.separators();
        while self.peek().is_some_and(|c| c != ']') {
            let Some(item) = self.value(Role::Item, depth + 1)? else { break };
            items.push(item);
            self.separators();
        }
        self.eat(']');
        Ok(Value::Array(items))
    }

    /// Skips any number of commas, and `...` in place of omitted elements.
    fn separators(&mut self) {
        self.blank();
        while self.eat(',') || self.eat_all("...") {
            self.blank();
        }
    }
}
