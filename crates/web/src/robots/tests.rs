use std::time::Duration;

use super::*;

const FILE: &str = "\u{feff}# hello\nUser-Agent: *\nDisallow: /private\nAllow: /private/open$\nDisallow: /*.pdf$\nDisallow: /a%7Eb\nDisallow: /caf\u{e9}\n\
    Crawl-delay: 2.5\nSitemap: https://example.org/map.xml\n\nUser-agent: Auspex-Researcher/2.0\nUser-agent: other\nDisallow: /ours # comment\n\
    Disallow:\nUser-agent: bad\nDisallow: /\n";

#[test]
fn the_wildcard_group_applies_to_other_crawlers() {
    let robots = Robots::parse(FILE, "somebody");
    for path in ["/", "/public", "/private/open", "/x.pdfx", "/ours"] {
        assert!(robots.allows(path), "{path}");
    }
    for path in ["/private", "/private/closed", "/privateer", "/a/b.pdf", "/a~b", "/a%7eb", "/caf%C3%A9"] {
        assert!(!robots.allows(path), "{path}");
    }
    assert_eq!(robots.delay(), Some(Duration::from_millis(2500)));
    assert_eq!(robots.sitemaps(), ["https://example.org/map.xml"]);
}

#[test]
fn a_named_crawler_has_its_own_group() {
    for agent in ["auspex-researcher", "other"] {
        let robots = Robots::parse(FILE, agent);
        assert!(robots.allows("/private") && !robots.allows("/ours/x"), "{agent}");
        assert_eq!(robots.delay(), None);
    }
    assert!(!Robots::parse(FILE, "bad").allows("/x"));
}

#[test]
fn every_line_end_and_mark_of_encoding_is_read() {
    let file = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n";
    let utf16 = |unit: fn(u16) -> [u8; 2]| file.encode_utf16().chain([]).flat_map(unit).collect::<Vec<u8>>();
    let files = [
        file.as_bytes().to_vec(),
        file.replace('\n', "\r").into_bytes(),
        file.replace('\n', "\r\n").into_bytes(),
        file.replace('\n', "\n\r").into_bytes(),
        file.replacen('\n', "\r", 1).into_bytes(),
        format!("\u{feff}{}", file.replace('\n', "\r")).into_bytes(),
        [&[0xff, 0xfe], utf16(u16::to_le_bytes).as_slice()].concat(),
        [&[0xfe, 0xff], utf16(u16::to_be_bytes).as_slice()].concat(),
        b"User agent: *\nDisalow: /private/\nAllow /private/open".to_vec(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
        file.replace(": ", "\u{ff1a}").into_bytes(),
        file.replace('\n', "\u{2028}").into_bytes(),
        b"\0\xe2\x80\x8bUser-agent: *\nDis-allow: private/\nAllow = /private/open".to_vec(),
        b"User-agent: *\nDisallow: \"https://x.org/private/\"\nAllow: http://x.org/private/open".to_vec(),
        b"<html><body><pre>User-agent: *<br>Disallow: /private/<br/>Allow: /private/open</pre></body></html>".to_vec(),
    ];
    for file in files {
        let robots = Robots::parse(&text(&file, false), "x");
        let allows = ["/private/x", "/private/open", "/public"].map(|path| robots.allows(path));
        assert_eq!(allows, [false, true, true], "{:?}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn no_rule_of_a_long_file_is_lost_and_a_cut_line_is_no_rule() {
    let many: String = (0..MAX_RULES).map(|n| format!("disallow: /{n}/\n")).collect();
    let file = format!("user-agent: *\n{many}");
    let cut = text(&file.as_bytes()[..MAX_BYTES], true);
    assert!(cut.ends_with('\n') && cut.len() > MAX_BYTES - 40);
    let last = cut.lines().last().and_then(|line| line.strip_prefix("disallow: ")).unwrap();
    let robots = Robots::parse(&cut, "x");
    assert!(!robots.allows(last) && !robots.allows("/0/") && !robots.allows("/20000/a"), "{last}");
    assert!(robots.allows("/news/1") && robots.bytes() < 2 * MAX_BYTES, "{}", robots.bytes());
    for (file, path) in
        [("user-agent: *\ndisallow: /a\ndisallow: /", "/b"), ("user-agent: *\ndisallow: /a\nallow: /", "/b")]
    {
        assert!(Robots::parse(&text(file.as_bytes(), true), "x").allows(path));
    }
    assert!(!Robots::parse(&text(b"user-agent: *\rdisallow: /a\rallow: /", true), "x").allows("/a"));
    let shortest = format!("user-agent:*\n{}", "allow:/\n".repeat(MAX_RULES - 2));
    assert!(shortest.len() <= MAX_BYTES && Robots::parse(&shortest, "x").rules.len() == MAX_RULES - 2);
}

#[test]
fn the_longest_rule_decides_and_a_tie_allows() {
    let robots = Robots::parse("user-agent:*\ndisallow:/a\nallow:/a\ndisallow:/b*x\nallow:/b", "x");
    assert!(robots.allows("/a/1") && robots.allows("/b") && !robots.allows("/b/1x"));
    let ends = Robots::parse("user-agent:*\ndisallow:/*a*a$", "x");
    assert!(!ends.allows("/aba") && !ends.allows("/a-a-a") && ends.allows("/a") && ends.allows("/aab"));
}

#[test]
fn a_missing_file_allows_and_a_failing_site_forbids() {
    assert!(Robots::allow_all().allows("/x") && Robots::parse("<html>not found</html>", "x").allows("/x"));
    assert!(!Robots::deny_all().allows("/x") && Robots::deny_all().allows("/robots.txt"));
}

#[test]
fn an_address_within_a_rule_is_no_address_of_the_rule() {
    let robots = Robots::parse("user-agent: *\ndisallow: /go?u=https://x.org/\ndisallow: /*?url=http://", "x");
    assert!(robots.allows("/public") && !robots.allows("/go?u=https://x.org/a") && !robots.allows("/a?url=http://b"));
}

#[test]
fn matching_stops_when_the_budget_is_used_up_and_decides_the_same_before() {
    let file = format!("user-agent: *\n{}", "disallow: /a*b*c\n".repeat(1000));
    let robots = Robots::parse(&file, "x");
    let path = "/aaaaaaa";
    let mut budget = MatchBudget::of_steps(100_000);
    let decided = (0..1000).take_while(|_| robots.allows_within(path, &mut budget) == Some(true)).count();
    assert_eq!(decided, 100_000 / (1000 * ("/a*b*c".len() + path.len())));
    assert!(robots.allows(path) && !robots.allows("/a-b-c"));
    let mut budget = MatchBudget::of_steps(1000);
    assert_eq!(robots.allows_within("/other", &mut budget), Some(true), "a rule that differs at once costs one step");
    assert_eq!(budget.left(), 0);
}

#[test]
fn a_hostile_file_takes_bounded_time() {
    let pattern = format!("disallow: /{}\n", "*a".repeat(1000));
    let file = format!("user-agent: *\n{}", pattern.repeat(250));
    let started = spent();
    let robots = Robots::parse(&file, "x");
    assert!(robots.allows(&format!("/{}", "ab".repeat(900))));
    assert!(spent() - started < Duration::from_secs(2), "{:?}", spent() - started);
}

/// Returns the processor time of this thread, which other work on the machine does not lengthen.
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
