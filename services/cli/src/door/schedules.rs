//! Schedules through the door.

use operations::schedules::{RunNow, ScheduleFired, ScheduleItem, ScheduleList, ScheduleQuery, ScheduleWanted};
use reqwest::Method;

use super::{Door, DoorError, PAGE};

impl Door {
    /// Returns every schedule of the tenant, ordered by name.
    pub(crate) async fn schedules(&self) -> Result<Vec<ScheduleItem>, DoorError> {
        let mut items = Vec::new();
        let mut query = ScheduleQuery { limit: Some(PAGE), after: None };
        loop {
            let ScheduleList { items: more, next } = self.get(&["v1", "schedules"], &query).await?;
            items.extend(more);
            if next.is_none() {
                return Ok(items);
            }
            query.after = next;
        }
    }

    /// Creates or replaces a schedule.
    pub(crate) async fn put_schedule(&self, name: &str, wanted: ScheduleWanted) -> Result<ScheduleItem, DoorError> {
        self.send(Method::PUT, &["v1", "schedules", name], &wanted).await
    }

    /// Fires a schedule at once.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn run_schedule(&self, name: &str) -> Result<ScheduleFired, DoorError> {
        self.send(Method::POST, &["v1", "schedules", name, "run"], &RunNow::default()).await
    }

    /// Deletes a schedule.
    pub(crate) async fn delete_schedule(&self, name: &str) -> Result<(), DoorError> {
        self.delete(&["v1", "schedules", name]).await
    }
}
