//! Look-ups in languages without a stemmer, and of words with endings.

use retrieval::ranking::{Collection, Passage, Query, Ranking};

/// Notes, the first of which answers. The others have as many words.
fn ask(notes: &[&str], question: &str) -> Ranking {
    let mut collection = Collection::default();
    for note in notes {
        collection.add(Passage::new("", note, []));
    }
    collection.search(question)
}

#[test]
fn a_word_with_another_ending_is_found() {
    for (question, answer, other) in [
        (
            "Ile wynosi stopa referencyjna Narodowego Banku Polskiego?",
            "Narodowy Bank Polski obniżył stopę referencyjną do 4,25 procent.",
            "Kopalnia Jaworowa zostanie zamknięta w 2031 roku.",
        ),
        (
            "Kdo řídí pražskou nemocnici?",
            "Ředitelkou pražské nemocnice je Jana Nováková.",
            "Most přes Vltavu je zavřený do podzimu.",
        ),
        (
            "Körfez Köprüsünün yapımını ne erteletti?",
            "İzmir'deki Körfez Köprüsü'nün yapımı bütçe yetersizliği yüzünden ertelendi.",
            "Fındık rekoltesi don nedeniyle bu yıl düştü.",
        ),
        (
            "नासिक के कारखानों का क्या हुआ?",
            "पुणे की कंपनी ने नासिक में अपना नया कारखाना टाल दिया।",
            "गंगा के जलस्तर बढ़ने से पटना के 34 गाँव खाली कराए गए।",
        ),
        ("מי מנהל את המוזיאון בחיפה?", "מנהלת המוזיאון החיפאי היא רות לוי.", "הגשר מעל הנחל סגור עד הקיץ."),
    ] {
        let found = ask(&[answer, other], question);
        let shown: Vec<usize> = found.shown().map(|hit| hit.place).collect();
        assert_eq!(shown.first(), Some(&0), "{question}: {:?}", found.confidence);
    }
}

#[test]
fn a_turkish_name_is_found_without_its_ending_and_in_capitals() {
    let found = ask(&["Ankara'da belediye başkanı Mansur Yavaş.", "İzmir'de vapur seferleri arttı."], "Ankara nüfusu");
    assert_eq!(found.hits.iter().map(|hit| hit.place).collect::<Vec<_>>(), [0]);
    let found = ask(&["İZMİR limanı kapandı.", "Fındık pahalandı."], "izmir");
    assert_eq!(found.hits.iter().map(|hit| hit.place).collect::<Vec<_>>(), [0]);
}

#[test]
fn an_indian_word_is_one_word() {
    assert!(Query::new("रिज़र्व बैंक").forms().iter().all(|form| form.chars().count() > 2));
}

#[test]
fn function_words_of_other_scripts_count_nothing() {
    let found = ask(&["Мост через Амур закрыли.", "Завод в Череповце сократит рабочих."], "в и на с");
    assert!(found.hits.is_empty());
    // A negation is no function word: the texts differ.
    let found = ask(&["Завод работает.", "Завод не работает."], "работает ли завод?");
    assert!(found.hits.iter().all(|hit| !hit.is_duplicate) && found.hits.len() == 2, "{found:?}");
}

#[test]
fn the_particle_of_a_korean_word_is_not_asked_for() {
    let answer = "한국은행 기준금리 2.25% 동결.";
    assert!(ask(&[answer], "한국은행의 기준금리는").confidence > 0.5);
}
