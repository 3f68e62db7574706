use proptest::prelude::*;

use crate::{ReadError, read};

/// A page as Chrome saves it.
fn saved(encoding: &str, page: &str) -> Vec<u8> {
    format!(
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://port.example/dues\r\nSubject: Harbour dues\r\n\
         Date: Mon, 2 Nov 2026 10:00:00 -0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\
         \tboundary=\"----MultipartBoundary--x1----\"\r\n\r\n\r\n------MultipartBoundary--x1----\r\nContent-Type: text/html\r\n\
         Content-ID: <frame-1@mhtml.blink>\r\nContent-Transfer-Encoding: {encoding}\r\nContent-Location: https://port.example/dues\r\n\r\n\
         {page}\r\n------MultipartBoundary--x1----\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n\
         ------MultipartBoundary--x1------\r\n"
    )
    .into_bytes()
}

#[test]
fn a_saved_page_is_read_as_the_page() {
    let quoted = "<!DOCTYPE html><html lang=3D\"en\"><head><meta charset=3D\"utf-8\"><title>Dues</title></head><body><p>The caf=C3=A9 at the qu=\r\nay pays 4.5<sup>2</sup> per cent.</p></body></html>";
    let encoded = "PCFET0NUWVBFIGh0bWw+PHRpdGxlPkR1ZXM8L3RpdGxlPjxwPlRoZSBjYWbDqSBhdCB0\r\naGUgcXVheSBwYXlzIDQuNTxzdXA+Mjwvc3VwPiBwZXIgY2VudC48L3A+\r\n";
    let plain = "<!DOCTYPE html><meta charset=utf-8><title>Dues</title><p>The café at the quay pays 4.5<sup>2</sup> per cent.</p>";
    for (encoding, page) in [("quoted-printable", quoted), ("base64", encoded), ("binary", plain), ("8BIT", plain)] {
        for content_type in
            ["multipart/related", "message/rfc822", "application/x-mimearchive", "application/octet-stream", ""]
        {
            let document = read(&saved(encoding, page), content_type, "https://mirror.example/a.mht").unwrap();
            assert_eq!(document.text, "The café at the quay pays 4.5 [2] per cent.", "{encoding} {content_type}");
            assert_eq!(
                (document.title.as_str(), document.site_name.as_str()),
                ("Dues", "mirror.example"),
                "no stated address"
            );
        }
    }
}

#[test]
fn the_page_of_a_mail_is_read_and_its_attachments_are_not() {
    let mail = "Return-Path: <a@b.example>\nSubject: Harbour dues\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=out\n\n\
                preamble\n--out\nContent-Type: text/html\nContent-Disposition: attachment; filename=x.html\n\n<p>Other.\n\
                --out\nContent-Type: multipart/alternative; boundary=\"in\"\n\n--in\n\nThe dues rise =3D.\n--in\n\
                Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n<p>The dues of the caf=E9 rise.\n--in--\n\
                --out--\nend\n";
    let document = read(mail.as_bytes(), "message/rfc822", "").unwrap();
    assert_eq!((document.text.as_str(), document.title.as_str()), ("The dues of the café rise.", "Harbour dues"));
    let plain = "Subject: Dues\nFrom: a@b.example\n\nThe dues rise.\n";
    let document = read(plain.as_bytes(), "message/rfc822", "").unwrap();
    assert_eq!((document.text.as_str(), document.title.as_str()), ("The dues rise.", "Dues"));
    let second = "MIME-Version: 1.0\nContent-Type: multipart/related; start=\"<b>\"; boundary=q\n\n--q\nContent-Type: text/html\n\
                  Content-ID: <a>\n\n<p>A frame.\n--q\nContent-Type: text/html\nContent-ID: <b>\n\n<p>The page.\n--q--\n";
    assert_eq!(read(second.as_bytes(), "multipart/related", "").unwrap().text, "The page.");
}

#[test]
fn a_text_that_only_looks_like_a_message_stays_a_text() {
    for text in [
        "From: Berg\nTo: Lind\n\nThe dues rise.",
        "Date: 2 November\n\nContent-Type: multipart/related",
        "X-ray: a report",
    ] {
        let document = read(text.as_bytes(), "text/plain", "").unwrap();
        assert!(document.text.starts_with(&text[..5]), "{}", document.text);
    }
    let without =
        "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=q\n\n--q\nContent-Type: image/png\n\nx\n--q--";
    assert!(matches!(read(without.as_bytes(), "multipart/related", ""), Err(ReadError::Kind(_))));
}

#[test]
fn parts_without_measure_are_limited() {
    let head = |boundary: &str| format!("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary={boundary}\n\n");
    let mut deep = String::new();
    for level in 0..2_000 {
        deep.push_str(&format!("{}--b{level}\n", head(&format!("b{level}"))));
    }
    assert!(read(deep.as_bytes(), "multipart/mixed", "").is_err());
    // Each level has the same boundary, so that its parts are examined again.
    let same = format!("{}--b\n", head("b")).repeat(20_000);
    assert!(read(same.as_bytes(), "multipart/mixed", "").is_err());
    let many = format!("{}{}", head("b"), "--b\nContent-Type: text/html\n\n<p>The dues rise.\n".repeat(50_000));
    assert_eq!(read(many.as_bytes(), "multipart/mixed", "").unwrap().text, "The dues rise.");
}

proptest! {
    #[test]
    fn no_message_breaks_the_reader(body in "(--b(--)?|\\n|\\r\\n|Content-Type: (text/html|multipart/mixed; boundary=b)|=[0-9a-f]{0,2}|base64|[a-z<>:; ]){0,60}") {
        let message = format!("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n{body}");
        let _ = read(message.as_bytes(), "multipart/related", "");
    }
}
