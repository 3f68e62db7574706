use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::{Alias, Entity, EntityKind};
use super::*;
use crate::entity::directory::Directory;
use crate::{EntityId, Tenant, Time};

const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const OTHER: &str = "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr";

fn token(symbol: &str, name: &str, mint: &str) -> EntityRecord {
    let entity = Entity {
        id: EntityId::slug(&format!("{name}-{mint}")),
        kind: EntityKind::CryptoToken,
        name: name.to_owned(),
        symbol: Some(symbol.to_owned()),
        verified: false,
        banned: None,
        aliases: Vec::new(),
        metadata: BTreeMap::new(),
        created_at: Time::UNIX_EPOCH,
        owner: None,
    };
    EntityRecord { entity, contexts: vec![("mint".to_owned(), mint.to_owned())] }
}

fn verified(mut record: EntityRecord) -> EntityRecord {
    record.entity.verified = true;
    record
}

fn directory(all: impl IntoIterator<Item = EntityRecord>) -> Directory {
    let mut directory = Directory::default();
    all.into_iter().for_each(|record| directory.put(record));
    directory
}

fn ask(directory: &Directory, identifier: &str) -> Resolution {
    resolve(directory.seen_by(None), &EntityQuery::new(identifier))
}

fn dangers(resolution: &Resolution) -> Vec<Danger> {
    resolution.warnings.iter().map(|warning| warning.kind).collect()
}

fn usual() -> Directory {
    directory([
        verified(token("USDC", "USD Coin", MINT)),
        token("BONK", "Bonk", "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263"),
        token("CAT", "Cat of Solana", "m1"),
        token("cat", "Catcoin", "m2"),
        verified(token("CAT", "The Cat", "m3")),
    ])
}

#[test]
fn a_name_in_another_script_answers_and_the_current_name_of_another_entity_is_preferred() {
    let business = |name: &str, further: &str| {
        let mut record = token("", name, name);
        record.entity.kind = EntityKind::Business;
        record.entity.symbol = None;
        record.contexts = vec![(crate::entity::limits::NAME_KEY.to_owned(), further.to_owned())];
        record
    };
    let banks = || [business("Sberbank", "Сбербанк"), business("Sony Group", "ソニーグループ")];
    let directory = directory(banks());
    let cases = [("сбербанк", "Sberbank"), ("ソニーグループ", "Sony Group"), ("Sberbank", "Sberbank")];
    for (words, name) in cases {
        let resolution = ask(&directory, words);
        assert_eq!(resolution.known().expect(words).entity.name, name, "{words}");
        assert_eq!(resolution.candidates[0].because, Because::Name, "{words}");
    }
    let slip = ask(&directory, "Сбербанка");
    assert_eq!((slip.outcome, slip.candidates.len()), (Match::Proposed, 1), "an inflected form is proposed: {slip:?}");
    assert_eq!(slip.candidates[0].record.entity.name, "Sberbank");
    let renamed = self::directory(banks().into_iter().chain([token("", "Сбербанк", OTHER)]));
    assert_eq!(ask(&renamed, "Сбербанк").known().expect("one").entity.name, "Сбербанк");
    let twice = self::directory([business("Sberbank", "Сбер"), business("Sber", "Сбер")]);
    assert_eq!(ask(&twice, "Сбер").outcome, Match::Several, "nobody chooses between two");
}

#[test]
fn exact_keys_symbols_and_names_answer_in_this_order() {
    let directory = usual();
    assert_eq!(ask(&directory, MINT).known().expect("known").entity.name, "USD Coin");
    for words in ["bonk", "$BONK", " Bonk ", "B.O.N.K"] {
        let resolution = ask(&directory, words);
        assert_eq!(
            (resolution.known().expect(words).entity.name.as_str(), resolution.candidates[0].because),
            ("Bonk", Because::Symbol)
        );
    }
    assert_eq!(ask(&directory, "cat-coin").candidates[0].because, Because::Name);
    let cats = ask(&directory, "CAT");
    assert_eq!(cats.known().expect("the verified one").entity.name, "The Cat");
    assert_eq!((dangers(&cats), cats.warnings[0].beside.len()), (vec![Danger::Namesakes], 2), "the others are named");
    let rivals = self::directory(["m1", "m2"].map(|mint| token("CAT", mint, mint)));
    assert_eq!((ask(&rivals, "CAT").outcome, ask(&rivals, "CAT").candidates.len()), (Match::Several, 2));
    let both_verified = self::directory(["m1", "m2"].map(|mint| verified(token("CAT", mint, mint))));
    assert_eq!(ask(&both_verified, "CAT").outcome, Match::Several, "nobody chooses between verified ones");
    let both =
        resolve(directory.seen_by(None), &EntityQuery { identifier: "CAT".to_owned(), name: "catcoin".to_owned() });
    assert_eq!(
        (both.known().expect("one").entity.name.as_str(), both.candidates[0].because),
        ("Catcoin", Because::SymbolAndName)
    );
    let wrong =
        resolve(directory.seen_by(None), &EntityQuery { identifier: "BONK".to_owned(), name: "Dogwifhat".to_owned() });
    assert_eq!((wrong.outcome, dangers(&wrong)), (Match::Proposed, vec![Danger::Contradiction]));
}

#[test]
fn similar_entities_are_proposed_and_never_returned_as_the_answer() {
    let directory = usual();
    let slip = ask(&directory, "Cat of Solna");
    assert_eq!((slip.outcome, slip.clear, slip.known()), (Match::Proposed, true, None));
    assert!(slip.candidates[0].confidence < 0.9);
    assert_eq!(ask(&directory, "sbjwsdzvpjr").outcome, Match::Unknown);
    let rivals = ["Rodgers", "Rogers"].map(|name| token("S", name, name));
    assert!(!ask(&self::directory(rivals), "Rdogers").clear, "two are one error away");
    let series = ["Series 1 Token", "Series 2 Token"].map(|name| token("S", name, name));
    let third = ask(&self::directory(series), "Series 3 Token");
    assert!(third.outcome == Match::Proposed && !third.clear, "{third:?}");
}

#[test]
fn foreign_and_invisible_letters_are_reported_and_never_matched() {
    let directory = usual();
    for (words, danger) in
        [("U\u{405}DC", Danger::Confusable), ("ＵＳＤＣ", Danger::Confusable), ("US\u{200b}DC", Danger::Invisible)]
    {
        let resolution = ask(&directory, words);
        assert!(resolution.outcome == Match::Proposed && !resolution.clear, "{words}: {resolution:?}");
        assert!(dangers(&resolution).contains(&danger), "{words}: {resolution:?}");
        assert_eq!(resolution.candidates[0].record.entity.name, "USD Coin");
    }
}

#[test]
fn look_alikes_are_neither_typing_errors_nor_exact_matches() {
    let directory = directory([verified(token("MNDE", "Marinade", MINT)), token("S", "Series 12 Token", "m1")]);
    for words in
        ["Mar1nade", "Series 1 Token", "Series 112 Token", "Series 21 Token", "Ma\u{335}rinade", "Mari\u{200d}nade"]
    {
        let resolution = ask(&directory, words);
        assert!(resolution.known().is_none() && !resolution.clear, "{words:?}: {resolution:?}");
    }
    assert!(ask(&directory, "Marinadde").clear && ask(&directory, "Series 12 Tooken").clear);
    let marked = self::directory([token("X", "Ma\u{335}rinade", "m2")]);
    assert_eq!(ask(&marked, "MA\u{335}RINADE").outcome, Match::Known, "who is called so is found by it");
}

#[test]
fn a_mint_is_known_unknown_or_no_mint() {
    let directory = usual();
    let unknown = ask(&directory, OTHER);
    assert_eq!((unknown.outcome, dangers(&unknown)), (Match::Unknown, vec![Danger::UnknownKey]));
    for other in [MINT.replacen("Auf", "Bug", 1), MINT.replacen('A', "a", 1), MINT.replacen('E', "F", 1)] {
        let like = ask(&directory, &other);
        assert_eq!((like.outcome, like.candidates[0].because), (Match::Unknown, Because::LikeMint), "{other}");
        assert!(dangers(&like).contains(&Danger::ResemblesKnownKey));
    }
    assert_eq!(ask(&directory, &MINT[..41]).outcome, Match::Invalid);
    assert_eq!(ask(&directory, "").outcome, Match::Invalid);
}

#[test]
fn a_banned_entity_is_reported_as_banned() {
    let mut banned = token("USDC", "Usd coin", OTHER);
    banned.entity.banned = Some("fake USDC".to_owned());
    let mut directory = usual();
    directory.put(banned);
    let resolution = ask(&directory, OTHER);
    assert_eq!(dangers(&resolution), [Danger::Banned, Danger::PossibleImpersonation]);
    assert_eq!(resolution.warnings[0].reason, "fake USDC");
    assert_eq!(resolution.warnings[1].beside[0].0.entity.name, "USD Coin");
    let named = ask(&directory, "USDC");
    assert!(named.known().is_some_and(|record| record.entity.verified), "the verified one is meant");
    assert!(named.warnings[0].beside[0].0.entity.banned.is_some(), "{:?}", named.warnings);
}

#[test]
fn an_entity_is_found_by_former_and_current_names() {
    let mut renamed = token("RNDR", "Render", "m9");
    let mut directory = directory([renamed.clone()]);
    renamed.entity.aliases = vec![Alias { symbol: "RNDR".to_owned(), name: "Render Token".to_owned() }];
    (renamed.entity.symbol, renamed.entity.name) = (Some("RENDER".to_owned()), "Render Network".to_owned());
    directory.put(renamed);
    assert_eq!(directory.len(), 1);
    for words in ["rndr", "RENDER", "render token", "Render Network"] {
        assert!(ask(&directory, words).known().is_some(), "{words}");
    }
    assert!(ask(&directory, "Rendr Network").clear);
    assert_eq!(ask(&directory, "Render Tokens").candidates.len(), 1, "texts of what it was do not count twice");
}

fn own(mut record: EntityRecord, tenant: &Tenant) -> EntityRecord {
    record.entity.owner = Some(tenant.clone());
    record.entity.id = EntityId::slug(&format!("{}-{tenant}", record.entity.id));
    record
}

/// Whatever others call themselves, a verified symbol or name means the verified entity, and a key that of the
/// catalogue.
#[test]
fn an_exact_verified_match_wins_over_every_unverified_one() {
    let tenant = Tenant::parse("acme").unwrap();
    let mut renamed = verified(token("RENDER", "Render Network", "m9"));
    renamed.entity.aliases = vec![Alias { symbol: "RNDR".to_owned(), name: "Render Token".to_owned() }];
    for (words, imitation) in [
        ("USDC", token("USDC", "Meme", "m1")),
        ("USD Coin", token("MEME", "USD Coin", "m1")),
        ("USD Coin", token("USD Coin", "Meme", "m1")),
        ("usdc", token("X", "USDC", "m1")),
        ("RNDR", token("RNDR", "Meme", "m1")),
        ("Render Token", token("X", "Render Token", "m1")),
        ("Render Token", token("Render Token", "X", "m1")),
        (MINT, token("X", "Y", MINT)),
    ] {
        for imitation in [imitation.clone(), own(imitation, &tenant)] {
            if words == MINT && imitation.entity.owner.is_none() {
                continue; // The store has each key of the catalogue once.
            }
            let directory = directory([verified(token("USDC", "USD Coin", MINT)), renamed.clone(), imitation.clone()]);
            let resolution = resolve(directory.seen_by(Some(&tenant)), &EntityQuery::new(words));
            assert!(resolution.known().is_some_and(|record| record.entity.verified), "{words}: {resolution:?}");
            let beside =
                |warning: &Warning| warning.beside.iter().any(|(record, _)| record.entity.id == imitation.entity.id);
            // A former or current name of the verified one needs no warning where nothing else has it exactly.
            assert!(resolution.warnings.iter().any(beside) || words == "usdc", "{words}: {resolution:?}");
        }
    }
}

#[test]
fn a_tenant_sees_its_own_entities_and_the_catalogue_and_nothing_of_others() {
    let [acme, other] = ["acme", "other"].map(|name| Tenant::parse(name).unwrap());
    let directory = directory([token("BONK", "Bonk", MINT), own(token("WIFX", "Wif Extra", OTHER), &acme)]);
    for words in [OTHER, "WIFX", "wif extra", "wif exta"] {
        let ask = |tenant| resolve(directory.seen_by(tenant), &EntityQuery::new(words));
        assert!(!ask(Some(&acme)).candidates.is_empty(), "{words}");
        for stranger in [Some(&other), None] {
            assert!(ask(stranger).candidates.is_empty(), "{words}: {:?}", ask(stranger));
        }
    }
    assert!(resolve(directory.seen_by(Some(&other)), &EntityQuery::new("BONK")).known().is_some());
}

#[test]
fn an_answer_has_a_limited_number_of_candidates() {
    let crowd = |number: usize| token("SAME", &format!("Name {number}"), &format!("m{number}"));
    let mut all: Vec<EntityRecord> = (0..100).map(crowd).collect();
    let crowd = ask(&directory(all.clone()), "SAME");
    assert_eq!((crowd.outcome, crowd.candidates.len()), (Match::Several, super::super::limits::MAX_MATCHES));
    all.push(verified(token("SAME", "zzz last", "zzz")));
    assert_eq!(ask(&directory(all), "SAME").known().expect("the verified one").entity.name, "zzz last");
}

#[test]
fn the_name_and_the_value_of_a_key_are_kept_apart() {
    let mut record = token("X", "Y", MINT);
    record.contexts = vec![("url:https".to_owned(), "//x.org".to_owned())];
    assert_eq!(ask(&directory([record]), "https://x.org").outcome, Match::Unknown);
}

/// Ways to make something that is taken for a name.
fn fake(name: &str, way: usize, place: usize) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = place % letters.len();
    match way {
        0 => return name.to_uppercase(),
        1 => letters[place] = if letters[place] == 'q' { 'w' } else { 'q' },
        2 => letters.insert(place, '\u{200b}'),
        3 => letters.insert(place, '-'),
        4 => drop(letters.remove(place)),
        _ => letters = letters.into_iter().map(|c| if c == 'o' { '\u{43e}' } else { c }).collect(),
    }
    letters.into_iter().collect()
}

proptest! {
    /// Whichever of two that look alike is verified, the other is reported with it beside, and never the other way
    /// round.
    #[test]
    fn impersonation_is_symmetric(name in "[a-z]{3,5}o[a-z]{3,5}", way in 0_usize..6, place in 0_usize..10) {
        let (one, other) = (token("AAA", &name, MINT), token("BBB", &fake(&name, way, place), OTHER));
        prop_assert!(crate::entity::alike::likeness(&one.entity, &other.entity).is_some());
        prop_assert_eq!(
            crate::entity::alike::likeness(&one.entity, &other.entity),
            crate::entity::alike::likeness(&other.entity, &one.entity)
        );
        for (real, real_mint, fake, fake_mint) in [(one.clone(), MINT, other.clone(), OTHER), (other, OTHER, one, MINT)] {
            let directory = directory([verified(real.clone()), fake]);
            let resolution = ask(&directory, fake_mint);
            let beside = &resolution.warnings.first().expect("a warning").beside;
            prop_assert_eq!(&beside[0].0.entity.id, &real.entity.id);
            prop_assert_eq!(ask(&directory, real_mint).warnings, vec![]);
        }
    }

    /// However near words come: what they do not name exactly is not answered, and nothing is answered that they do not
    /// name.
    #[test]
    fn an_answer_is_always_exact(words in "[A-Ca-c0ol ]{1,8}", texts in prop::collection::vec("[A-Ca-c0ol ]{1,8}", 1..6)) {
        let all = texts.iter().enumerate().map(|(n, text)| token(text, text, &format!("m{n}")));
        let directory = directory(all);
        let resolution = ask(&directory, &words);
        let same = texts.iter().filter(|text| folded(text) == folded(&words)).count();
        let blank = words.trim().is_empty();
        match resolution.outcome {
            Match::Known => prop_assert_eq!(same, 1),
            Match::Several => prop_assert!(same > 1),
            Match::Proposed | Match::Unknown => prop_assert!(same == 0),
            Match::Invalid => prop_assert!(blank),
        }
    }
}

fn issued(mut record: EntityRecord, at: &str) -> EntityRecord {
    record.entity.metadata.insert(crate::entity::ISSUED_AT.to_owned(), at.to_owned());
    record
}

#[test]
fn a_copy_is_warned_of_the_older_token_whichever_became_known_first() {
    let older = issued(token("GLOW", "Glow", MINT), "2024-01-01T00:00:00Z");
    let copy = issued(token("GLOW", "Glow Official", OTHER), "2026-11-20T00:00:00Z");
    for order in [[older.clone(), copy.clone()], [copy.clone(), older.clone()]] {
        let directory = directory(order);
        let resolution = ask(&directory, OTHER);
        assert_eq!((resolution.outcome, dangers(&resolution)), (Match::Known, vec![Danger::OlderNamesake]));
        assert_eq!(resolution.warnings[0].beside[0].0.entity.id, older.entity.id);
        assert_eq!(dangers(&ask(&directory, MINT)), []);
        assert_eq!(ask(&directory, "GLOW").outcome, Match::Several, "neither takes the symbol");
    }
    // A time that a tenant wrote about its own entity makes it no older.
    let mut forged = issued(token("GLOW", "Glow", "m9"), "2000-01-01T00:00:00Z");
    forged.entity.owner = Some(Tenant::default());
    let directory = directory([forged, older]);
    let resolution = resolve(directory.seen_by(Some(&Tenant::default())), &EntityQuery::new(MINT));
    assert!(!dangers(&resolution).contains(&Danger::OlderNamesake), "{resolution:?}");
}

/// A danger and the entities beside it.
type Warned = (Danger, Vec<String>);

/// A resolution as it can be compared: the outcome, and the entities of candidates and warnings.
fn shape(resolution: &Resolution) -> (Match, Vec<String>, Vec<Warned>) {
    let ids = |beside: &[(Arc<EntityRecord>, Likeness)]| {
        beside.iter().map(|(record, _)| record.entity.id.to_string()).collect()
    };
    (
        resolution.outcome,
        resolution.candidates.iter().map(|candidate| candidate.record.entity.id.to_string()).collect(),
        resolution.warnings.iter().map(|warning| (warning.kind, ids(&warning.beside))).collect(),
    )
}

proptest! {
    #[test]
    fn the_order_of_arrival_changes_nothing_and_a_copy_never_takes_a_name(
        kinds in proptest::collection::vec((0_usize..3, any::<bool>(), proptest::option::of(0_i64..4)), 2..7),
        order in Just(()).prop_perturb(|(), mut random| (0..6).map(|_| random.random::<u64>()).collect::<Vec<_>>()),
    ) {
        const TEXTS: [(&str, &str); 3] = [("GLOW", "Glow"), ("glow", "Glow Coin"), ("GLW", "Glow")];
        let all: Vec<EntityRecord> = kinds.iter().enumerate().map(|(n, (text, is_verified, year))| {
            let mint = format!("m{n}");
            let record = token(TEXTS[*text].0, TEXTS[*text].1, &mint);
            let record = year.map_or(record.clone(), |year| issued(record, &format!("{}-01-01T00:00:00Z", 2020 + year)));
            if *is_verified { verified(record) } else { record }
        }).collect();
        let mut shuffled: Vec<(u64, EntityRecord)> = all.iter().enumerate()
            .map(|(n, record)| (order[n % order.len()].wrapping_mul(n as u64 + 1), record.clone())).collect();
        shuffled.sort_by_key(|(key, _)| *key);
        let (one, other) = (directory(all.clone()), directory(shuffled.into_iter().map(|(_, record)| record)));
        for text in ["GLOW", "Glow", "glow coin", "GLW"] {
            let resolution = ask(&one, text);
            prop_assert_eq!(shape(&resolution), shape(&ask(&other, text)), "{}", text);
            // An unverified token is the answer only if no verified and no older token has the symbol or the name.
            if let Some(record) = resolution.known().filter(|record| !record.entity.verified) {
                let same = |other: &&EntityRecord| other.entity.id != record.entity.id
                    && symbols(&other.entity).chain(names(&other.entity)).any(|own| folded(own) == folded(text));
                let is_older = |other: &EntityRecord| other.entity.issued_at()
                    .is_some_and(|at| record.entity.issued_at().is_some_and(|own| at < own));
                let before = all.iter().filter(same).any(|other| other.entity.verified || is_older(other));
                prop_assert!(!before, "{}: {:?}", text, record.entity.id);
            }
        }
        for record in &all {
            let warning = older::warning(one.seen_by(None), record);
            prop_assert_eq!(&warning, &older::warning(other.seen_by(None), record));
            let beside = warning.map(|warning| warning.beside).unwrap_or_default();
            prop_assert!(beside.iter().all(|(older, _)| older.entity.issued_at() < record.entity.issued_at()));
        }
    }
}
