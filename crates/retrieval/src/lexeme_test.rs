//! Lexemes of several languages and scripts.

use super::*;

fn stems(text: &str) -> Vec<String> {
    Analyzer::for_language_of(text).lexemes(text).into_iter().flat_map(|lexeme| lexeme.stems).collect()
}

#[test]
fn english_texts_have_the_stems_of_the_text_module() {
    let text = "Who founded Jupiter\u{2019}s exchanges in 2021, and where is the office of Die Zeit?";
    assert_eq!(stems(text), crate::text::stems(text));
}

#[test]
fn scripts_without_spaces_become_pairs() {
    assert_eq!(stems("柴犬もなか"), ["柴犬", "犬も", "もな", "なか"]);
    assert_eq!(stems("第5年 海"), ["第", "5", "年", "海"]);
    assert_eq!(stems("칼국수는"), ["칼국", "국수", "수는"]);
    assert_eq!(stems("ราคา"), ["รา", "าค", "คา"]);
}

#[test]
fn words_have_the_stem_of_their_script_or_of_the_language_that_function_words_tell() {
    assert_eq!(stems("книги книгой"), ["книг", "книг"]);
    assert_eq!(stems("زيتون الزيتون والزيتون"), ["زيت"; 3]);
    assert_eq!(stems("سيارات السيارات سيارة"), ["سيار"; 3]);
    assert_eq!(stems("Quand les maisons sont construites ?"), ["maison", "construit"]);
    assert_eq!(stems("¿Dónde están las casas?"), ["estan", "cas"]);
}

#[test]
fn compounds_share_parts_with_their_components() {
    let compound = stems("Das ist ein Bergwerksstollen");
    assert!(stems("Der Käse reift in dem Stollen").iter().any(|part| compound.contains(part)), "{compound:?}");
}

/// A failure means that stored lexemes differ from today's: raise [`LEXEMES_VERSION`], then write the new number.
#[test]
fn a_change_of_the_lexemes_has_a_new_version() {
    let words = "houses running founded Bergwerksstollen maisons construites casas fundadas nieuwbouw hästarna \
        talossa házakban șoselelor köprüsünün stopę pražskou nemocnici kapal-kapal xin chào kuća gradova";
    let others = "Дома построены книгами οι πόλεις της χώρας المدينة الكبيرة والسيارات מנהלת המוזיאון नासिक के कारखानों \
        தமிழ் மொழிகள் საქართველოს ქალაქები ราคาข้าวสาลี 青石镇图书馆 白浜電機の工場 해운대 연구소는 第5年 COVID-19 3.5%";
    let texts = LATIN.iter().map(|(_, function_words)| format!("{function_words} {words}"));
    let lexemes = texts.chain([words.to_owned(), others.to_owned()]).flat_map(|text| {
        let lexemes = Analyzer::for_language_of(&text).lexemes(&text);
        lexemes.into_iter().flat_map(|lexeme| lexeme.stems.into_iter().chain(lexeme.english))
    });
    // FNV-1a.
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = lexemes.flat_map(String::into_bytes).fold(0xcbf2_9ce4_8422_2325, fold);
    assert_eq!((LEXEMES_VERSION, hash), (1, 1_591_270_994_728_425_383));
}

#[test]
fn words_of_other_languages_keep_their_english_stem() {
    let lexemes = Analyzer::for_language_of("Wann wurde die Foundation gegründet?").lexemes("Foundation");
    assert_eq!(lexemes[0].english.as_deref(), Some("foundat"));
    assert_eq!(Analyzer::for_language_of("When?").lexemes("Foundation"), [Lexeme::new("foundat".to_owned())]);
}
