use super::*;

/// An article of some length, with `head` in its head and `part` in its text.
fn article(head: &str, part: &str) -> String {
    let text = "The port authority raised its fees for ferries, and the shipping lines protested against the decision at once. ".repeat(4);
    format!(
        "<!doctype html><html><head><title>Fees rise | Harbour News</title>{head}</head><body><nav><a href=/>Home</a></nav><main><h1>Fees rise</h1><p>{text}</p><p>{part}</p></main></body></html>"
    )
}

fn wall(html: &str) -> Option<Wall> {
    of_page("text/html; charset=utf-8", html.as_bytes())
}

#[test]
fn challenges_of_every_service_are_no_source() {
    for html in [
        r#"<html><head><title>Just a moment...</title></head><body><div id="cf-wrapper"><h2>example.org</h2><p>Verify you are human by completing the action below.</p></div><script>window._cf_chl_opt={cvId:'3'};</script></body></html>"#,
        r#"<html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1><p>You are unable to access example.org</p><div id="cf-error-details">Cloudflare Ray ID: 8a</div></body></html>"#,
        r#"<html lang="en"><head><title>example.org</title><style>#cmsg{animation: A 1.5s;}</style></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'AHrl','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script></body></html>"#,
        r#"<html><head><title>Access to this page has been denied</title></head><body><div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p></body></html>"#,
        r#"<html><head><title></title></head><body><div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/ak-challenge-4-3.htm"></script></body></html>"#,
        r#"<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access "http://example.org/a" on this server.<P>Reference #18.2d&#46;1</BODY></HTML>"#,
        r#"<html><head><META NAME="robots" CONTENT="noindex,nofollow"></head><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=2&incident_id=1-2">Request unsuccessful. Incapsula incident ID: 1-2</iframe></html>"#,
        r#"<html><head><title>Pardon Our Interruption</title></head><body><p>As you were browsing something about your browser made us think you were a bot.</p></body></html>"#,
        r#"<html><head><script src="https://x.token.awswaf.com/x/challenge.js"></script><script>window.gokuProps = {"key":"A"};</script></head><body><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you're not a robot.</noscript></body></html>"#,
        r#"<html><head><title>Robot Check</title></head><body><h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot.</p><form action="/errors/validateCaptcha"></form></body></html>"#,
        r#"<html><head><title>Making sure you&#39;re not a bot!</title></head><body><p>Protected by Anubis. Calculating...</p></body></html>"#,
        r#"<html><head><title>DDOS-GUARD</title></head><body><p>Checking your browser before accessing example.org</p><p>This process is automatic.</p></body></html>"#,
        r#"<html><head><title>example.org</title></head><body><h1>Bitte warten</h1><p>Bestätigen Sie, dass Sie ein Mensch sind.</p><div class="h-captcha"></div></body></html>"#,
        r#"<html><head><title>Вы не робот?</title></head><body><p>Подтвердите, что вы не робот</p></body></html>"#,
        r#"<html><head><title>百度安全验证</title></head><body><p>请完成安全验证后继续访问</p></body></html>"#,
        r#"<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1</body></html>"#,
    ] {
        assert_eq!(wall(html), Some(Wall::Challenge), "{html}");
    }
}

#[test]
fn log_in_consent_and_script_walls_are_no_source() {
    for (html, expected) in [
        (
            r#"<html><head><title>Log in | Example</title></head><body><form><input name=user><input type=password><a href=/r>Forgot password?</a></form></body></html>"#,
            Wall::Login,
        ),
        (
            r#"<html><head><title>Anmelden - Beispiel</title></head><body><p>Bitte melden Sie sich an</p><form><input type="password"></form></body></html>"#,
            Wall::Login,
        ),
        (
            r#"<html><head><title>Members</title></head><body><p>You must be logged in to view this topic.</p><form><input type=password></form></body></html>"#,
            Wall::Login,
        ),
        (
            r#"<html><head><title>Before you continue to YouTube</title></head><body><p>We use cookies and data to deliver and maintain services.</p><button>Accept all</button><button>Reject all</button></body></html>"#,
            Wall::Consent,
        ),
        (
            r#"<html><head><title>Beispiel mit Werbung</title></head><body><h1>Weiterlesen mit Werbung</h1><p>Wir und unsere Partner verarbeiten Daten.</p><button>Alle akzeptieren</button></body></html>"#,
            Wall::Consent,
        ),
        (
            r#"<html><head><title>Example</title></head><body><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>"#,
            Wall::Script,
        ),
        (
            r#"<html><head><title>X</title></head><body><h1>JavaScript is not available.</h1><p>We've detected that JavaScript is disabled in this browser.</p></body></html>"#,
            Wall::Script,
        ),
        (r#"<html><body><p>Veuillez activer JavaScript pour afficher cette page.</p></body></html>"#, Wall::Script),
    ] {
        assert_eq!(wall(html), Some(expected), "{html}");
    }
}

#[test]
fn beacons_banners_forms_and_articles_about_walls_are_read() {
    let beacons = [
        r#"<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>"#,
        r#"<script>window.__CF$cv$params={r:'8',t:'MTc='};var s='/cdn-cgi/challenge-platform/h/b/scripts/jsd/x/main.js'</script>"#,
        r#"<script>window.ddjskey='A';window.ddoptions={}</script><script src="https://js.datadome.co/tags.js"></script>"#,
        r#"<script>window._pxAppId='PX1'</script><script src="https://client.perimeterx.net/PX1/main.min.js"></script>"#,
        r#"<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>"#,
        r#"<script src="/akam/13/5b2c"></script><noscript><img src="/akam/13/pixel_5b2c?a=dD0"></noscript>"#,
        r#"<script src="https://www.google.com/recaptcha/api.js"></script>"#,
        r#"<noscript>Please enable JavaScript to see all pictures.</noscript>"#,
    ];
    let parts = [
        "We and our partners use cookies. <button>Accept all</button> <button>Reject all</button>",
        "<form><input type=password><a>Forgot password?</a></form>",
        "The page asked: are you a robot?",
        "The code <code>window._cf_chl_opt</code> is in each challenge, and &lt;div id=\"px-captcha\"&gt; in others.",
    ];
    for beacon in beacons {
        assert_eq!(wall(&article(beacon, "")), None, "{beacon}");
    }
    for part in parts {
        let html = article("<meta property=\"og:type\" content=\"article\">", part);
        assert_eq!(wall(&html), None, "{part}");
    }
    let long = article(
        "",
        &"Cloudflare shows the title Just a moment, says verify you are human, and asks to complete the captcha. "
            .repeat(12),
    );
    assert_eq!(wall(&long), None);
    let contact = "<title>Contact - Harbour</title><p>Write to us, or call 01 234 567 on weekdays from nine to five.</p><form><input type=email><textarea></textarea><label>I'm not a robot</label><div class=g-recaptcha></div></form><p>Harbour Office, Quay Street 1, 1234 Sundvik. The office is closed on public holidays, and on the first Monday of each month for the meeting of the board. Visitors register at the gate.</p>";
    assert_eq!(wall(contact), None);
    assert_eq!(wall("<title>Access to the quay</title><p>The gate opens at six.</p>"), None);
    assert_eq!(wall("<title>Wait times</title><p>A ferry needs 20 minutes.</p>"), None);
}

#[test]
fn text_and_json_are_walls_only_if_they_say_so() {
    let text = |text: &str| of_page("text/markdown; charset=utf-8", text.as_bytes());
    assert_eq!(
        text("Title: Just a moment...\n\nVerify you are human by completing the action below."),
        Some(Wall::Challenge)
    );
    assert_eq!(text("# Attention Required!\n\nYou have been blocked. Cloudflare Ray ID: 8"), Some(Wall::Challenge));
    assert_eq!(text("# Fees\n\nThe page says: verify you are human."), None);
    assert_eq!(
        of_page("application/json", br#"{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A"}"#),
        Some(Wall::Challenge)
    );
    assert_eq!(of_page("application/json", br#"{"title": "Just a moment"}"#), None);
    assert_eq!(of_page("application/pdf", b"%PDF-1.7 verify you are human, just a moment"), None);
}

#[test]
fn headers_announce_a_challenge() {
    let headers = |name: &'static str, value: &'static str| {
        HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())])
    };
    assert!(
        is_announced(&headers("cf-mitigated", "challenge")) && is_announced(&headers("x-amzn-waf-action", "captcha"))
    );
    assert!(!is_announced(&headers("cf-ray", "8a")) && !is_announced(&headers("x-datadome", "protected")));
}

#[test]
fn tenfold_pages_take_tenfold_steps_and_none_panics() {
    for part in ["<", "<a", "<!--", "<script>", "<noscript>", "<title>", "a>", "é<", "&nbsp;", "<p>x</p>"] {
        let _ = wall(&part.repeat(100_000));
        let _ = wall(&format!("<title>{}", part.repeat(1000)));
    }
}
