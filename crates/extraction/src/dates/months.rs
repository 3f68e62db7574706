//! Names of months in the languages of the web, as beginnings in lower case. The longest one that a word begins with
//! decides: `marraskuuta` is November in Finnish, `mars` is March.

/// Beginnings of the names, January first. English, German, French, Spanish, Italian, Portuguese, Dutch, Catalan,
/// Galician, Basque, Polish, Czech, Slovak, Slovene, Croatian, Serbian, Hungarian, Romanian, Albanian, Scandinavian,
/// Icelandic, Finnish, Estonian, Latvian, Lithuanian, Irish, Welsh, Turkish, Azerbaijani, Russian, Ukrainian,
/// Belarusian, Bulgarian, Greek, Georgian, Arabic, Hebrew, Hindi, Bengali, Thai, Indonesian, Malay, Filipino, Swahili,
/// Kazakh, Tamil, Telugu, Kannada, Malayalam, Gujarati, Marathi, Punjabi, Urdu, Persian, Armenian, Khmer, Lao, Burmese.
const MONTHS: [&str; 12] = [
    "jan jän ene gen sty led янв oca ian jaan tammik saus siječ urtarril xan eaná ion yan јан януа сiч січ студз ιαν იანვ \
     يناير جانفي ינואר בינואר जनवर มกราคม জানু \
     қаңтар ஜனவரி జనవరి ಜನವರಿ ജനുവരി જાન્યુ जानेवारी ਜਨਵਰੀ جنوری ژانویه հունվար មករា ມັງກອນ ဇန်နဝါရီ",
    "feb fév fev lut úno фев şub peb veebr helmik vasar veljač otsail shk feabh chwe лют φεβ თებ \
     فبراير فيفري شباط פברואר בפברואר फरवर फ़रवर กุมภาพ ফেব্রু \
     ақпан பிப்ரவரி ఫిబ్రవరి ಫೆಬ್ರವರಿ ഫെബ്രുവരി ફેબ્રુ फेब्रु ਫਰਵਰੀ ਫ਼ਰਵਰੀ فروری فوریه փետրվար កុម្ភៈ ກຸມພາ ဖေဖော်ဝါရီ",
    "mar mär maa mrz bře мар már machi mac maalisk kov ožuj martx márta maw берез сакав μαρ μάρ მარ \
     مارس آذار מרץ מרס במרץ במרס मार्च มีนาคม মার্চ \
     наурыз மார்ச் మార్చి ಮಾರ್ಚ್ മാർച്ച് માર્ચ ਮਾਰਚ مارچ մարտ មីនា ມີນາ မတ်",
    "apr avr abr kwi dub апр nis ápr huhtik baland trav apir prill aibr ebr квіт краса απρ აპრ \
     أبريل ابريل أفريل نيسان אפריל באפריל अप्रैल เมษายน এপ্রিল \
     сәуір ஏப்ரல் ఏప్రిల్ ಏಪ್ರಿಲ್ ഏപ്രിൽ એપ્રિલ एप्रिल ਅਪ੍ਰੈਲ اپریل آوریل ապրիլ មេសា ເມສາ ဧပြီ",
    "may mai mei maj mag kvě мая май máj maí toukok geguž svib bealt трав мај μαΐ μαι μάι μαϊ მაი \
     مايو أيار ماي מאי במאי मई พฤษภาคม \
     мамыр മേയ് ਮਈ مئی մայիս ឧសភា ພຶດສະພາ",
    "jun jui giu cze červn июн haz iun jún jūn juun kesäk birž lipn lipan ekain xuñ qer meith meh hun iyun \
     черв чэрв юни јун ιουν ιούν ივნ يونيو جوان حزيران יוני ביוני जून มิถุนายน জুন \
     маусым ஜூன் జూన్ ಜೂನ್ ജൂൺ જૂન ਜੂਨ جون ژوئن հունիս មិថុនា ມິຖຸນາ ဇွန်",
    "jul juil lug lip července červenec июл tem iul júl jūl juul heinäk liep srpanj srpnj uztail xul korr iúil \
     gorff hul iyul лип ліп юли јул ιουλ ιούλ ივლ يوليو جويلية تموز יולי ביולי जुलाई กรกฎาคม জুলাই \
     шілде ஜூலை జూలై ಜುಲೈ ജൂലൈ જુલાઈ जुलै ਜੁਲਾਈ جولائی ژوئیه հուլիս កក្កដា ກໍລະກົດ ဇူလိုင်",
    "aug aoû aou ago sie srp авг ağu avg ágú elok rugpj kolovoz abuzt gush lúnas awst avq ogos серп жнів \
     αυγ αύγ აგვ أغسطس اغسطس أوت אוגוסט באוגוסט अगस्त สิงหาคม আগস্ট \
     тамыз ஆகஸ்ட் ఆగస్ట ಆಗಸ್ಟ್ ഓഗസ്റ്റ് ઑગસ્ટ ऑगस्ट ਅਗਸਤ اگست օգոստոս សីហា ສິງຫາ ဩဂုတ်",
    "sep set wrz zář сен eyl szept syysk rugs ruj irail shta medi sent верес верас сеп σεπ სექ \
     سبتمبر أيلول ספטמבר בספטמבר सितंबर सितम्बर กันยายน সেপ্টে \
     қыркүйек செப்டம்பர் సెప్టెంబర ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റംബർ સપ્ટેમ્બર सप्टेंबर ਸਤੰਬਰ ستمبر سپتامبر սեպտեմբեր កញ្ញា ກັນຍາ စက်တင်ဘာ",
    "oct okt oto ott out paź říj окт eki lokak spal urri tetor hydr жовт кастр οκτ ოქტ \
     أكتوبر اكتوبر אוקטובר באוקטובר अक्टूबर अक्तूबर ตุลาคม অক্টো \
     қазан அக்டோபர் అక్టోబర ಅಕ್ಟೋಬರ್ ഒക്ടോബർ ઑક્ટોબર ऑक्टोबर ਅਕਤੂਬਰ اکتوبر اکتبر հոկտեմբեր តុលា ຕຸລາ အောက်တိုဘာ",
    "nov lis лис ноя kas noi nóv marrask lapkr studen azaro nëntor samh tach nob noy лістап листоп ное нов \
     νοε νοέ ნოე نوفمبر נובמבר בנובמבר नवंबर नवम्बर พฤศจิกายน নভে \
     қараша நவம்பர் నవంబర ನವೆಂಬರ್ നവംബർ નવેમ્બર नोव्हेंबर ਨਵੰਬਰ نومبر نوامبر նոյեմբեր វិច្ឆិកា ພະຈິກ နိုဝင်ဘာ",
    "dec dez déc dic gru pro дек ara des dets jouluk prosin abend dhj noll rhag disem disy груд снеж дец δεκ დეკ \
     ديسمبر דצמבר בדצמבר दिसंबर दिसम्बर ธันวาคม ডিসে \
     желтоқсан டிசம்பர் డిసెంబర ಡಿಸೆಂಬರ್ ഡിസംബർ ડિસેમ્બર डिसेंबर ਦਸੰਬਰ دسمبر دسامبر դեկտեմբեր ធ្នូ ທັນວາ ဒီဇင်ဘာ",
];
/// Names of May that other words begin with: Marathi, Gujarati, Telugu, Kannada, Tamil, Bengali, Burmese, Persian.
const WHOLE_MAY: [&str; 8] = ["मे", "મે", "మే", "ಮೇ", "மே", "মে", "မေ", "مه"];
/// Thai months as they are abbreviated.
const THAI: [(&str, &str); 12] = [
    ("ม.ค.", "มกราคม"),
    ("ก.พ.", "กุมภาพันธ์"),
    ("มี.ค.", "มีนาคม"),
    ("เม.ย.", "เมษายน"),
    ("พ.ค.", "พฤษภาคม"),
    ("มิ.ย.", "มิถุนายน"),
    ("ก.ค.", "กรกฎาคม"),
    ("ส.ค.", "สิงหาคม"),
    ("ก.ย.", "กันยายน"),
    ("ต.ค.", "ตุลาคม"),
    ("พ.ย.", "พฤศจิกายน"),
    ("ธ.ค.", "ธันวาคม"),
];
/// Maximum length of a month's name; longer words only begin like one.
const MAX_MONTH_CHARS: usize = 12;
/// October in Croatian, which is November in Polish and Czech.
const LISTOPAD: &str = "listopad";

/// Writes out the months that Thai abbreviates with full stops.
pub(super) fn spelled_out(text: String) -> String {
    if !text.contains("ค.") && !text.contains("ย.") && !text.contains("ก.พ.") {
        return text;
    }
    THAI.iter().fold(text, |text, (short, name)| text.replace(short, &format!(" {name} ")))
}

/// Returns the month that a word in lower case names. Croatian names October as its neighbours name November.
pub(super) fn month(word: &str, is_croatian: bool) -> Option<u32> {
    let chars = word.chars().count();
    // `मई` and `जून` have two letters and signs.
    if chars > MAX_MONTH_CHARS || (chars < 3 && word.is_ascii()) || chars < 2 {
        return None;
    }
    if is_croatian && word.starts_with(LISTOPAD) {
        return Some(10);
    }
    if WHOLE_MAY.contains(&word) {
        return Some(5);
    }
    let longest =
        |names: &str| names.split_ascii_whitespace().filter(|name| word.starts_with(*name)).map(str::len).max();
    let found =
        MONTHS.iter().enumerate().filter_map(|(at, names)| Some((longest(names)?, at))).max_by_key(|found| found.0);
    found.and_then(|(_, at)| u32::try_from(at + 1).ok())
}

/// Returns the number of a word that is the month's number after a word for month: `tháng 3`.
pub(super) fn numbered(words: &[&str], at: usize) -> Option<u32> {
    let number = words.get(at + 1).filter(|_| words[at] == "tháng")?;
    number.parse().ok().filter(|number| (1..=12).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_decides() {
        for (word, expected) in [
            ("mars", 3),
            ("marraskuuta", 11),
            ("maaliskuuta", 3),
            ("lipca", 7),
            ("lipnja", 6),
            ("srpna", 8),
            ("srpnja", 7),
            ("listopada", 11),
            ("juin", 6),
            ("juillet", 7),
            ("meitheamh", 6),
            ("mei", 5),
            ("červenec", 7),
            ("června", 6),
        ] {
            assert_eq!(month(word, false), Some(expected), "{word}");
        }
        assert_eq!(month("listopada", true), Some(10));
        for word in ["ma", "tuesday", "published", "septuagenarian"] {
            assert_eq!(month(word, false), None, "{word}");
        }
    }

    #[test]
    fn every_beginning_names_its_own_month() {
        for (at, names) in MONTHS.iter().enumerate() {
            for name in names.split_ascii_whitespace().filter(|name| name.chars().count() > 2) {
                assert_eq!(month(name, false), u32::try_from(at + 1).ok(), "{name}");
            }
        }
    }
}
