use super::AskedFor::{Choice, Date, Description, Number};
use super::*;

#[test]
fn questions_for_something_else_are_recognised() {
    for (text, asked) in [
        ("How many ships will berth in Norrby in May?", Number),
        ("how much will Sundvik spend on dredging?", Number),
        ("By how many votes will the motion pass?", Number),
        ("In 2027, how many lighthouses will be lit?", Number),
        ("What will the price of copper be on 1 May 2027?", Number),
        ("What percentage of voters will turn out?", Number),
        ("Please estimate how many tourists will come.", Number),
        ("Can you tell me how long the strike will last?", Number),
        ("Who will win the 2028 election?", Choice),
        ("Which party will lead the polls: A, B or C?", Choice),
        ("If the mayor resigns, who will succeed her?", Choice),
        ("Whose proposal will be adopted?", Choice),
        ("When will the bridge open?", Date),
        ("The bridge is nearly done. When will it open?", Date),
        ("In which year will the fusion plant run?", Date),
        ("On what date will the treaty be signed?", Date),
        ("How soon will the ferry sail again?", Date),
        ("Where will the summit be held?", Description),
        ("What will the court decide?", Description),
        ("Why did the deal fail?", Description),
        ("Wie viele Fähren werden im Mai anlegen?", Number),
        ("Wer wird Bürgermeister von Sundvik?", Choice),
        ("Wann wird die Brücke eröffnet?", Date),
        ("Combien de navires accosteront en mai ?", Number),
        ("Qui sera élu maire ?", Choice),
        ("Quand est-ce que le pont ouvrira ?", Date),
        ("¿Cuántos barcos llegarán en mayo?", Number),
        ("¿Quién ganará las elecciones?", Choice),
        ("¿Cuándo abrirá el puente?", Date),
        ("Quem vai ganhar a eleição?", Choice),
        ("Quanti traghetti arriveranno a maggio?", Number),
        ("Hoeveel schepen komen er in mei?", Number),
        ("Kiedy otworzy się most?", Date),
        ("Сколько судов прибудет в мае?", Number),
        ("2027年5月会有多少艘船靠港？", Number),
        ("谁将成为下一任港务局长？", Choice),
        ("橋はいつ開通しますか？", Date),
        ("누가 시장이 될까요?", Choice),
    ] {
        assert_eq!(asked_for(text), Some(asked), "{text}");
    }
}

#[test]
fn honest_questions_are_never_refused() {
    for text in [
        "Will it rain?",
        "q",
        "Will anyone who has held office before, when the vote is called, win?",
        "Will more than 5 ships berth in Norrby in May?",
        "Will how many people attend be published before June?",
        "Whether the bridge opens before June",
        "When the war ends, will the tariff be lifted?",
        "If Berg resigns, will whoever follows her raise dues?",
        "What is the probability that the bridge opens before June?",
        "What are the odds of a strike in May?",
        "What's the chance it snows?",
        "How likely is it that the ferry sails in May?",
        "What if the court rejects the appeal, will the party be banned?",
        "Is the number of ferries in 2027 above 100?",
        "Does Sundvik know who broke the lock?",
        "Who won last year? Will they win again?",
        "Larks vs. Herons",
        "Bitcoin above $150,000 on December 31",
        "The price of copper exceeds $12,000 in May",
        "Sundvik raises its dues before March 2027",
        "Trump out in 2026?",
        "Berg or Lind: will either chair the port?",
        "By June, will the bridge be open?",
        "Which opens first: the bridge, rather than the tunnel?",
        "Which way the court rules aside, will the port expand?",
        "Who's Who 2027: will it be printed?",
        "Wird die Brücke vor Juni eröffnet?",
        "Wenn die Brücke fertig ist, wird sie vor Juni eröffnet?",
        "Wer auch immer gewinnt, wird die Steuer gesenkt?",
        "Est-ce que le pont ouvrira avant juin ?",
        "Le pont ouvrira-t-il avant juin ?",
        "¿Abrirá el puente antes de junio?",
        "A ponte será aberta antes de junho?",
        "Czy most zostanie otwarty przed czerwcem?",
        "Откроют ли мост до июня?",
        "桥会在六月前开通吗？",
        "橋は6月までに開通しますか？",
        "誰かが6月までに辞任しますか？",
        "다리가 6월 전에 개통될까요?",
    ] {
        assert_eq!(asked_for(text), None, "{text}");
    }
}

#[test]
fn a_refusal_says_how_to_ask() {
    for (text, words) in [
        ("How many ships will come?", "exceed a limit"),
        ("Who will win?", "each of them"),
        ("When will it open?", "before a day"),
        ("What will the court decide?", "Will …?"),
    ] {
        let refused = check(text).unwrap_err().to_string();
        assert!(refused.contains("probability of YES") && refused.contains(words), "{refused}");
    }
}
