//! The inputs of schedules' lists, of research and of documents, beside those of `input_table.rs`.

use super::inputs::{Field, NONE, Operation};

const DOMAINS: Field = Field {
    name: "sources",
    option: None,
    values: &[
        (r#"{"allow":["sec.gov"]}"#, ""),
        (r#"{"allow":["a b"]}"#, ""),
        (r#"{"allow":"sec.gov, sec.org"}"#, ""),
        (r#"{"only":["sec.gov"]}"#, ""),
        (r#"["sec.gov"]"#, ""),
        ("[]", ""),
    ],
};

pub(super) const OPERATIONS_OF_RESEARCH: &[Operation] = &[
    Operation {
        path: "/v1/schedules",
        tool: "list_schedules",
        fields: &[
            Field {
                name: "limit",
                option: None,
                values: &[("1", ""), ("0", ""), ("201", ""), ("-1", ""), ("1.5", "")],
            },
            Field {
                name: "after",
                option: None,
                values: &[(r#""daily""#, ""), (r#""täglich""#, ""), (r#""@65""#, "")],
            },
        ],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/research",
        tool: "research_entity",
        line: &["research", "--timeout", "1ms"],
        accepted: &[4],
        required: &[Field {
            name: "identifiers",
            option: Some(""),
            values: &[
                (r#"["WIF"]"#, "WIF"),
                (r#"["Österreichische Bank"]"#, "Österreichische Bank"),
                (r#"[""]"#, ""),
                (r#"["@513"]"#, "@513"),
                (r#"["a\u0000b"]"#, "a\0b"),
            ],
        }],
        fields: &[
            Field {
                name: "maxAgeMs",
                option: Some("--max-age"),
                values: &[("3600000", "1h"), ("0", "0"), ("-1", "-1"), (r#""soon""#, "soon"), ("{}", "{}")],
            },
            Field {
                name: "kind",
                option: Some("--kind"),
                values: &[
                    (r#""business""#, "business"),
                    (r#""Business""#, "Business"),
                    (r#""planet""#, "planet"),
                    (r#""""#, ""),
                ],
            },
            Field {
                name: "budgetMicroUsd",
                option: Some("--budget"),
                values: &[("500000", "0.50"), ("-1", "-0.000001"), (r#""much""#, "much"), ("0.5", "0.0000005")],
            },
            DOMAINS,
        ],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/retrieve",
        tool: "retrieve",
        required: &[Field {
            name: "query",
            option: None,
            values: &[(r#""who runs it?""#, ""), (r#"" ""#, ""), (r#""@4001""#, ""), (r#""a\u0000b""#, "")],
        }],
        fields: &[
            Field {
                name: "maxSources",
                option: None,
                values: &[("2", ""), ("0", ""), ("21", ""), ("-1", ""), ("1.5", ""), (r#""x""#, ""), ("[]", "")],
            },
            Field {
                name: "context",
                option: None,
                values: &[(r#""for a report""#, ""), (r#""a\u0000b""#, ""), ("{}", "")],
            },
            Field { name: "research", option: None, values: &[("true", ""), (r#""maybe""#, "")] },
            DOMAINS,
        ],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/notes",
        tool: "remember",
        required: &[
            Field {
                name: "title",
                option: None,
                values: &[(r#""Tides""#, ""), (r#""""#, ""), (r#"" ""#, ""), (r#""@301""#, ""), ("[]", "")],
            },
            Field {
                name: "text",
                option: None,
                values: &[(r#""The tide rises twice a day.""#, ""), (r#"" \n ""#, ""), ("{}", "")],
            },
        ],
        fields: &[Field {
            name: "sourceUrl",
            option: None,
            values: &[
                (r#""https://example.org/tides""#, ""),
                (r#""ftp://example.org/""#, ""),
                (r#""https://u:p@example.org/""#, ""),
                (r#""tides""#, ""),
                (r#""https://example.org/@3000""#, ""),
            ],
        }],
        ..NONE
    },
];
