//! Queries a real server: availability, cool-downs, and the state of topics.
//!
//! ```sh
//! cargo run -p coordination --example look -- redis://127.0.0.1:6379 bonk
//! ```

use coordination::{CoolDownStore, Freshness, Leases, Redis, RedisConfig, Topic};
use domain::EntityId;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let redis = Redis::new(RedisConfig::new(args.next().unwrap_or_else(|| "redis://127.0.0.1:6379".to_owned())))?;
    redis.ping().await?;
    for name in args {
        let topics = [Topic::Entity(EntityId::slug(&name)), Topic::Identifier(name.clone())];
        println!("{name}: as entity and as identifier {:?}", redis.look_up(&topics).await?);
        println!("{name}: lease {:?}, cool-down {:?}", redis.held(&topics[0]).await?, redis.cooling(&name).await?);
    }
    Ok(())
}
