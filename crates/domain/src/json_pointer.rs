//! Reference tokens of JSON Pointers (RFC 6901).

/// Escapes the name of a member, so that it can be one token of a pointer: `a/b~c` becomes `a~1b~0c`.
pub fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns the name of a member that a token means; the inverse of [`escape`].
pub fn unescape(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_means_the_name_that_it_was_made_of() {
        for (name, token) in [("a/b~c", "a~1b~0c"), ("~1", "~01"), ("", ""), ("plain", "plain")] {
            assert_eq!((escape(name).as_str(), unescape(token).as_str()), (token, name));
        }
    }
}
