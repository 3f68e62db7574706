//! Recognises, in the languages of the web, a page that says little more than that its visitor has to prove to be a
//! human. Protection services translate their pages, so the words count and not their order.

/// Beginnings of words for a human and for a robot.
const BEINGS: &[&str] = &[
    "human",
    "humain",
    "humano",
    "humana",
    "umano",
    "umana",
    "robot",
    "robô",
    "robo",
    "bot",
    "bots",
    "captcha",
    "mensch",
    "mens",
    "menneske",
    "människa",
    "mänsklig",
    "człowiek",
    "człekiem",
    "člověk",
    "človek",
    "čovjek",
    "ljudsko",
    "insan",
    "ihminen",
    "ihmis",
    "inimene",
    "cilvēk",
    "žmog",
    "emberi",
    "ember",
    "persoană",
    "uman",
    "άνθρωπο",
    "ρομπότ",
    "человек",
    "людин",
    "човек",
    "робот",
    "إنسان",
    "بشري",
    "روبوت",
    "انسان",
    "ربات",
    "אנושי",
    "אדם",
    "רובוט",
    "मानव",
    "इंसान",
    "रोबोट",
    "মানুষ",
    "manusia",
    "người",
];
/// The same in scripts without spaces between words, found anywhere.
const DENSE_BEINGS: &[&str] =
    &["人类", "人類", "真人", "人間", "机器人", "機器人", "ロボット", "사람", "로봇", "มนุษย์", "หุ่นยนต์", "con người"];
/// Beginnings of words for checking and proving.
const CHECKS: &[&str] = &[
    "verif",
    "vérif",
    "confirm",
    "check",
    "prove",
    "proof",
    "detected",
    "sure",
    "bestätig",
    "überprüf",
    "prüfen",
    "prüft",
    "prüfung",
    "bevestig",
    "controleer",
    "controle",
    "comprueb",
    "comprob",
    "potwierd",
    "sprawd",
    "weryfik",
    "ověř",
    "potvrď",
    "potvrd",
    "overte",
    "overenie",
    "doğrula",
    "onayla",
    "vahvist",
    "varmist",
    "bekræft",
    "bekreft",
    "bekräft",
    "kinnita",
    "apstiprin",
    "patvirtin",
    "igazol",
    "ellenőr",
    "erősít",
    "επιβεβαι",
    "επαλήθ",
    "подтверд",
    "провер",
    "підтверд",
    "перевір",
    "потвърд",
    "تحقق",
    "التحقق",
    "تأكد",
    "أكد",
    "يتحقق",
    "تأیید",
    "לאמת",
    "אמת",
    "אשר",
    "मान्य",
    "सत्यापि",
    "पुष्टि",
    "যাচাই",
    "verifikasi",
    "konfirmasi",
    "sahkan",
    "xác",
];
const DENSE_CHECKS: &[&str] = &["验证", "驗證", "确认", "確認", "인증", "확인", "ยืนยัน", "ตรวจสอบ"];
/// Maximum letters of a beginning that has to be the whole word.
const MAX_WHOLE_CHARS: usize = 4;
/// Part of a page's letters that the sentence has at least. A short report on a robot says more than that.
const MIN_SHARE: f32 = 0.5;

/// Returns true if one sentence, which is a large part of the text, names a human or a robot and a check. The text is
/// in lower case.
pub(super) fn asks(text: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count() as f32;
    let all = letters(text);
    let sentences = text.split(['.', '!', '?', '\u{3002}', '\u{ff01}', '\u{ff1f}', '\u{61f}', '\u{964}']);
    sentences
        .filter(|sentence| letters(sentence) >= MIN_SHARE * all)
        .any(|sentence| has(sentence, BEINGS, DENSE_BEINGS) && has(sentence, CHECKS, DENSE_CHECKS))
}

fn has(sentence: &str, beginnings: &[&str], dense: &[&str]) -> bool {
    let words = || sentence.split(|c: char| !c.is_alphanumeric() && !is_vowel_sign(c));
    let is_long = |start: &str| start.chars().count() > MAX_WHOLE_CHARS;
    words().any(|word| beginnings.iter().any(|start| word == *start || (is_long(start) && word.starts_with(start))))
        || dense.iter().any(|part| sentence.contains(part))
}

/// Returns `true` for signs within words of India.
fn is_vowel_sign(c: char) -> bool {
    ('\u{900}'..='\u{d7f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::asks;

    #[test]
    fn requests_for_proof_of_a_human_are_known_in_many_languages() {
        for text in [
            "veuillez confirmer que vous êtes un humain pour continuer.",
            "aşağıdaki işlemi tamamlayarak insan olduğunuzu doğrulayın.",
            "تحقق من أنك إنسان بإكمال الإجراء أدناه.",
            "підтвердьте, що ви людина, виконавши дію нижче.",
            "bekræft, at du er et menneske, ved at udføre handlingen nedenfor.",
            "ověřte, že jste člověk, provedením níže uvedené akce.",
            "vahvista, että olet ihminen.",
            "กรุณายืนยันว่าคุณเป็นมนุษย์",
            "vui lòng xác nhận bạn là con người.",
            "चेक करें: पुष्टि करें कि आप इंसान हैं",
            "access denied - robot detected",
        ] {
            assert!(asks(text), "{text}");
        }
        for text in [
            "a new robot at the port checks containers. are you a robot, asked a child. the board bought 12 of them.",
            "the dues rise by 4.5 per cent, the board confirmed.",
            "both boards confirmed that the dues rise.",
            "the crew checked each human face in the crowd. nobody was missing. the ferry left at nine with 210 passengers, and the board of the port thanked the crew.",
        ] {
            assert!(!asks(text), "{text}");
        }
    }
}
