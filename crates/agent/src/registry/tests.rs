use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use serde_json::json;

use super::*;

struct Double;

#[derive(Deserialize)]
struct Number {
    n: i64,
}

fn spec(name: &str) -> ToolSpec {
    let input_schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false});
    ToolSpec { name: name.into(), description: "Doubles.".into(), input_schema }
}

impl Tool<i64, Vec<i64>> for Double {
    type Input = Number;
    type Output = Value;

    fn spec(&self) -> ToolSpec {
        spec("double")
    }

    fn is_offered(&self, context: &i64) -> bool {
        *context > 0
    }

    async fn call(&self, context: &i64, input: Number) -> Result<ToolAnswer<Value, Vec<i64>>, ToolError> {
        match input.n {
            0 => Err(ToolError::to_model("nothing to double")),
            1 => Err(ToolError::broken("double", "away")),
            2 => panic!("a bug"),
            n => Ok(ToolAnswer { output: json!(n * context), notes: vec![n] }),
        }
    }
}

#[tokio::test]
async fn an_invalid_call_is_a_result_and_an_infrastructure_failure_is_an_error() {
    let registry = Registry::default().with(Double);
    let call = async |name: &str, input: Value| registry.call(&2, name, &input).await;
    let good = call("double", json!({"n": 21})).await.unwrap();
    assert_eq!((good.content.as_str(), good.is_error, good.notes), ("42", false, vec![21]));
    assert_eq!(call("double", json!("{\"n\": 21,}")).await.unwrap().content, "42", "text is repaired");
    assert_eq!(
        call("double", json!({"n": "21"})).await.unwrap().content,
        "42",
        "a number as text is read by the schema"
    );
    let bad = call("double", json!({"n": "x", "m": 1})).await.unwrap();
    assert!(bad.is_error && bad.content.contains("/n") && bad.content.contains("'m'"), "{}", bad.content);
    assert!(call("triple", json!({})).await.unwrap().content.contains("double"));
    assert_eq!(call("double", json!({"n": 0})).await.unwrap().content, "nothing to double");
    assert!(call("double", json!({"n": 2})).await.unwrap().is_error);
    assert!(call("double", json!({"n": 1})).await.is_err());
}

#[tokio::test]
async fn a_tool_that_the_context_does_not_need_is_not_described() {
    let registry = Registry::default().with(Double);
    assert_eq!(registry.offered(&2).iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["double"]);
    assert!(registry.offered(&0).is_empty());
    let unknown = registry.call(&0, "triple", &json!({})).await.unwrap();
    assert!(unknown.is_error && !unknown.content.contains("double"), "{}", unknown.content);
}

/// Counts its concurrent calls; the call with 9 never ends.
#[derive(Default)]
struct Slow(Arc<[AtomicUsize; 2]>);

impl Tool<i64, Vec<i64>> for Slow {
    type Input = Number;
    type Output = Value;

    fn spec(&self) -> ToolSpec {
        spec("slow")
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: Some(Duration::from_secs(3)), max_concurrent: Some(2) }
    }

    async fn call(&self, _context: &i64, input: Number) -> Result<ToolAnswer<Value, Vec<i64>>, ToolError> {
        let [now, most] = &*self.0;
        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        if input.n == 9 {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        now.fetch_sub(1, Ordering::SeqCst);
        Ok(ToolAnswer::new(json!("done")))
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_keeps_its_own_limits_on_time_and_concurrent_calls() {
    let counts: Arc<[AtomicUsize; 2]> = Arc::default();
    let registry = Registry::default().within(Duration::from_secs(60)).with(Slow(counts.clone())).with(Double);
    let begun = tokio::time::Instant::now();
    let input = json!({"n": 3});
    let calls = join_all((0..6).map(|_| registry.call(&1, "slow", &input))).await;
    // Six calls, two at a time, two seconds each: the wait for a permit is not part of the limit.
    assert!(calls.into_iter().all(|call| call.unwrap().content == "\"done\""));
    assert_eq!((counts[1].load(Ordering::SeqCst), begun.elapsed().as_secs()), (2, 6));
    let timed_out = registry.call(&1, "slow", &json!({"n": 9})).await.unwrap();
    assert!(timed_out.is_error && timed_out.content.contains("3s"), "{}", timed_out.content);
}
