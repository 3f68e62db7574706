use super::*;

#[test]
fn each_kind_is_read_as_what_it_is() {
    let text = read(b"  just words ", "text/plain", "").unwrap();
    assert_eq!((text.markdown.as_str(), text.text.as_str()), ("just words", "just words"));
    let page = read(b"<html><title>T</title><body><p>Short.</p></body></html>", "", "").unwrap();
    assert_eq!((page.title.as_str(), page.text.as_str()), ("T", "Short."));
    assert_eq!(read(b"  ", "text/html", ""), Err(ReadError::Empty));
    assert!(matches!(read(b"\x89PNG\r\n\x1a\n", "text/html", ""), Err(ReadError::Kind(_))));
}

#[test]
fn the_character_set_is_found_on_the_way() {
    let html = "<html><head><meta charset=windows-1251></head><body><p>Банк оставил ставку без изменений, как и ожидалось.</p></body></html>";
    let bytes = encoding_rs::WINDOWS_1251.encode(html).0;
    assert_eq!(read(&bytes, "text/html", "").unwrap().text, "Банк оставил ставку без изменений, как и ожидалось.");
}
