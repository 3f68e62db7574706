//! The inputs of the operations, with the command line's options.

use super::inputs::{Field, NONE, Operation};

const LIMIT: Field = Field {
    name: "limit",
    option: Some("--limit"),
    values: &[("1", "1"), ("200", "200"), ("0", "0"), ("201", "201"), ("-1", "-1"), (r#""x""#, "x"), ("1.5", "1.5")],
};
const ONLY_LIMIT: &[Field] = &[Field { option: None, ..LIMIT }];
const TIMES: &[(&str, &str)] = &[
    (r#""2026-01-01T00:00:00Z""#, "2026-01-01T00:00:00Z"),
    (r#""soon""#, "soon"),
    (r#""2026-13-01T00:00:00Z""#, "2026-13-01T00:00:00Z"),
    (r#""""#, ""),
    ("7", "7"),
];
const KINDS: &[(&str, &str)] = &[
    (r#"["forecast"]"#, "forecast"),
    (r#"["forecast","research"]"#, "forecast,research"),
    (r#"["nothing"]"#, "nothing"),
    (r#"["Prognose für Ä"]"#, "Prognose für Ä"),
];
const DESCRIPTIONS: &[(&str, &str)] = &[
    (r#""for tests""#, "for tests"),
    (r#""für Ä""#, "für Ä"),
    (r#""@501""#, "@501"),
    (r#""a\u0000b""#, "a\0b"),
    // A number is accepted: MCP reads it as the text that some clients mean.
    (r#"["a"]"#, ""),
];
const URLS: &[(&str, &str)] = &[
    (r#""https://receiver.example.net/in""#, "https://receiver.example.net/in"),
    (r#""https://elsewhere.example.net/in""#, "https://elsewhere.example.net/in"),
    (r#""no url""#, "no url"),
    (r#""""#, ""),
    (r#""http://receiver.example.net/in""#, "http://receiver.example.net/in"),
    (r#""https://receiver.example.net/@3000""#, "https://receiver.example.net/@3000"),
];
const BUDGETS: &[(&str, &str)] =
    &[("500000", "0.50"), ("-1", "-0.000001"), (r#""much""#, "much"), ("0.5", "0.0000005")];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        path: "/v1/summary",
        tool: "get_summary",
        line: &["summary"],
        fields: &[Field {
            name: "days",
            option: Some("--days"),
            values: &[
                ("1", "1"),
                ("31", "31"),
                ("0", "0"),
                ("32", "32"),
                ("-1", "-1"),
                (r#""x""#, "x"),
                ("1.5", "1.5"),
            ],
        }],
        ..NONE
    },
    Operation {
        path: "/v1/runs",
        tool: "list_runs",
        line: &["show"],
        fields: &[
            LIMIT,
            Field { name: "entity", option: Some("--entity"), values: &[(r#""wif""#, "wif"), (r#""a b""#, "a b")] },
            Field {
                name: "state",
                option: None,
                values: &[
                    (r#""open""#, ""),
                    (r#""ended""#, ""),
                    (r#""closed""#, ""),
                    (r#""""#, ""),
                    (r#""öffen""#, ""),
                ],
            },
            Field { name: "cursor", option: None, values: &[(r#""abcdefghijklmnopqrst""#, ""), (r#""!""#, "")] },
        ],
        ..NONE
    },
    Operation {
        path: "/v1/events",
        tool: "list_events",
        line: &["event", "list"],
        fields: &[
            LIMIT,
            Field {
                name: "kind",
                option: Some("--kind"),
                values: &[(r#""question""#, "question"), (r#""nothing""#, "nothing"), (r#""""#, ""), (r#""ü""#, "ü")],
            },
            Field {
                name: "state",
                option: Some("--state"),
                values: &[(r#""dead""#, "dead"), (r#""open""#, "open"), (r#""alive""#, "alive"), (r#""""#, "")],
            },
            Field {
                name: "since",
                option: Some("--since"),
                values: &[
                    (r#""2026-01-01""#, "2026-01-01"),
                    (r#""2026-01-01T08:00:00+01:00""#, "2026-01-01T08:00:00+01:00"),
                    (r#""soon""#, "soon"),
                    (r#""2026-13-01""#, "2026-13-01"),
                    (r#""""#, ""),
                ],
            },
        ],
        ..NONE
    },
    Operation {
        path: "/v1/reviews",
        tool: "list_reviews",
        line: &["review", "list"],
        fields: &[
            LIMIT,
            Field {
                name: "state",
                option: Some("--state"),
                values: &[
                    (r#""pending""#, "pending"),
                    (r#""executed""#, "executed"),
                    (r#""open""#, "open"),
                    (r#""""#, ""),
                ],
            },
            Field {
                name: "session",
                option: Some("--session"),
                values: &[
                    (r#""00000000-0000-0000-0000-000000000009""#, "00000000-0000-0000-0000-000000000009"),
                    (r#""nine""#, "nine"),
                    (r#""""#, ""),
                ],
            },
        ],
        ..NONE
    },
    Operation {
        path: "/v1/dead-letters",
        tool: "list_dead_letters",
        line: &["dead", "list"],
        fields: &[
            Field { option: None, ..LIMIT },
            Field {
                name: "class",
                option: Some("--class"),
                values: &[(r#""rejected""#, "rejected"), (r#""nothing""#, "nothing"), (r#""""#, ""), (r#""ü""#, "ü")],
            },
            Field {
                name: "reason",
                option: None,
                values: &[(r#""no answer""#, ""), (r#""@1001""#, ""), (r#""a\u0000b""#, "")],
            },
        ],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/redrives:preview",
        tool: "redrive_dead_letters",
        fields: &[
            Field { name: "class", option: None, values: &[(r#""rejected""#, ""), (r#""nothing""#, ""), ("7", "")] },
            Field {
                name: "reason",
                option: None,
                values: &[(r#""no answer""#, ""), (r#""@1001""#, ""), (r#""ü""#, "")],
            },
            Field { name: "per_second", option: None, values: &[("100", ""), ("101", ""), ("0", ""), ("-1", "")] },
        ],
        ..NONE
    },
    Operation {
        path: "/v1/notes",
        tool: "list_notes",
        line: &["remember"],
        fields: &[Field { option: Some("--list"), ..LIMIT }],
        ..NONE
    },
    Operation { path: "/v1/scored-forecasts", tool: "list_scores", fields: ONLY_SCORES, ..NONE },
    Operation { path: "/v1/score", tool: "get_score", fields: ONLY_SCORES, ..NONE },
    Operation {
        path: "/v1/own-entities",
        tool: "list_own_entities",
        line: &["entity", "list"],
        fields: &[
            Field { option: None, ..LIMIT },
            Field { name: "after", option: Some("--after"), values: &[(r#""heron""#, "heron"), (r#""a b""#, "a b")] },
        ],
        ..NONE
    },
    Operation {
        path: "/v1/macros",
        tool: "research_list",
        line: &["macro", "list"],
        fields: &[Field {
            name: "search",
            option: Some("--search"),
            values: &[(r#""client""#, "client"), (r#""""#, ""), (r#""für Ä""#, "für Ä"), (r#""@5000""#, "@5000")],
        }],
        ..NONE
    },
    Operation {
        path: "/v1/retrieve",
        tool: "retrieve",
        line: &["retrieve"],
        required: &[Field {
            name: "query",
            option: Some(""),
            values: &[
                (r#""who runs it?""#, "who runs it?"),
                (r#"" \n ""#, " \n "),
                (r#""@4001""#, "@4001"),
                (r#""wer führt?""#, "wer führt?"),
            ],
        }],
        fields: &[Field { name: "maxResults", option: None, values: &[("5", ""), ("0", ""), ("101", ""), ("-1", "")] }],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/webhook-endpoints",
        tool: "create_webhook",
        line: &["webhook", "create"],
        required: &[Field { name: "url", option: Some(""), values: URLS }],
        fields: &[
            Field { name: "kinds", option: Some("--kinds"), values: KINDS },
            Field { name: "description", option: Some("--description"), values: DESCRIPTIONS },
        ],
        ..NONE
    },
    Operation {
        method: "PATCH",
        path: "/v1/webhook-endpoints/{id}",
        tool: "change_webhook",
        named: Some("webhook"),
        line: &["webhook", "change", "{id}"],
        fields: &[
            Field { name: "url", option: Some("--url"), values: URLS },
            Field { name: "kinds", option: Some("--kinds"), values: KINDS },
            Field { name: "description", option: Some("--description"), values: DESCRIPTIONS },
        ],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/webhook-endpoints/{id}/secrets",
        tool: "rotate_webhook_secret",
        named: Some("webhook"),
        line: &["webhook", "rotate", "{id}"],
        fields: &[Field {
            name: "overlap_hours",
            option: Some("--overlap"),
            values: &[("0", "0"), ("168", "168"), ("169", "169"), ("-1", "-1"), ("1.5", "1.5"), (r#""x""#, "x")],
        }],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/webhook-endpoints/{id}/replays",
        tool: "replay_webhook",
        named: Some("webhook"),
        line: &["webhook", "replay", "{id}"],
        // Nothing is sent again, which the command reports by its code.
        accepted: &[0, 3],
        fields: &[
            Field { name: "from", option: Some("--from"), values: TIMES },
            Field { name: "until", option: Some("--until"), values: TIMES },
            Field { name: "event", option: Some("--event"), values: &[(r#""e-1""#, "e-1"), (r#""é""#, "é")] },
        ],
        ..NONE
    },
    Operation {
        path: "/v1/webhook-endpoints/{id}/deliveries",
        tool: "list_webhook_deliveries",
        named: Some("webhook"),
        fields: ONLY_LIMIT,
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/runs/{id}/outcome",
        tool: "resolve_question",
        named: Some("runId"),
        line: &["resolve", "{id}"],
        required: &[Field {
            name: "outcome",
            option: Some(""),
            values: &[("1", "1"), ("0.3", "0.3"), ("2", "2"), (r#""maybe""#, "maybe")],
        }],
        fields: &[Field {
            name: "because",
            option: Some("--because"),
            values: &[(r#""It rained.""#, "It rained."), (r#""@4001""#, "@4001"), (r#""wegen Ä""#, "wegen Ä")],
        }],
        ..NONE
    },
    Operation {
        method: "PUT",
        path: "/v1/schedules/prop",
        tool: "put_schedule",
        line: &["schedule", "add", "prop"],
        tail: &["Will it rain in Oslo tomorrow?"],
        required: &[Field {
            name: "cron",
            option: Some(""),
            values: &[
                (r#""30 6 * * 1-5""#, "30 6 * * 1-5"),
                (r#""""#, ""),
                (r#""daily""#, "daily"),
                (r#""99 6 * * *""#, "99 6 * * *"),
                (r#""täglich um 6 Uhr Ä""#, "täglich um 6 Uhr Ä"),
                (r#""@300""#, "@300"),
            ],
        }],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/reports",
        tool: "write_report",
        line: &["report"],
        tail: &["--timeout", "1ms"],
        accepted: &[4],
        required: &[Field {
            name: "topic",
            option: Some(""),
            values: &[
                (r#""The tides of Kelm""#, "The tides of Kelm"),
                (r#"" ""#, " "),
                (r#""""#, ""),
                (r#""Ebbe und Flut: Ü""#, "Ebbe und Flut: Ü"),
            ],
        }],
        fields: &[
            Field {
                name: "depth",
                option: Some("--depth"),
                values: &[("1", "1"), ("3", "3"), ("0", "0"), ("4", "4"), ("-1", "-1"), (r#""x""#, "x")],
            },
            Field { name: "budget_micro_usd", option: Some("--budget"), values: BUDGETS },
            Field {
                name: "profile",
                option: Some("--profile"),
                values: &[(r#""strict""#, "strict"), (r#""tight""#, "tight"), (r#""""#, "")],
            },
            Field {
                name: "id",
                option: Some("--id"),
                values: &[(r#""own""#, "own"), (r#""""#, ""), (r#""@201""#, "@201")],
            },
        ],
        ..NONE
    },
    Operation {
        method: "POST",
        path: "/v1/macros/client-discovery/executions",
        tool: "research_execute",
        line: &["macro", "run", "client-discovery", "--timeout", "1ms"],
        accepted: &[4],
        required: &[Field {
            name: "params",
            option: Some("--params"),
            values: &[
                (r#"{"client_name":"ACME Ä"}"#, r#"{"client_name":"ACME Ä"}"#),
                ("{}", "{}"),
                (r#"{"client_name":7}"#, r#"{"client_name":7}"#),
                (r#"{"client_name":"A","other":1}"#, r#"{"client_name":"A","other":1}"#),
                ("[]", "[]"),
            ],
        }],
        fields: &[
            Field { name: "budget_micro_usd", option: Some("--budget"), values: BUDGETS },
            Field {
                name: "session_id",
                option: Some("--session"),
                values: &[
                    (r#""00000000-0000-0000-0000-000000000009""#, "00000000-0000-0000-0000-000000000009"),
                    (r#""nine""#, "nine"),
                ],
            },
        ],
        ..NONE
    },
];
const ONLY_SCORES: &[Field] = &[
    Field {
        name: "limit",
        option: None,
        values: &[("10000", ""), ("10001", ""), ("0", ""), ("-1", ""), (r#""x""#, "")],
    },
    Field { name: "model", option: None, values: &[(r#""m""#, ""), (r#""ü""#, "")] },
];
