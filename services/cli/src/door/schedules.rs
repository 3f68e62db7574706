//! Schedules through the door.

use operations::schedules::{self, ScheduleItem, ScheduleList, ScheduleQuery, ScheduleWanted};
use reqwest::Method;
use store::Runs;

use super::{Door, DoorError, PAGE};

impl Door<'_> {
    /// Returns every schedule, ordered by name: of the tenant, or for an operator without `--tenant` of all tenants.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn schedules(&self) -> Result<Vec<ScheduleItem>, DoorError> {
        if let Self::Direct(direct) = self
            && direct.tenant().is_none()
        {
            return Ok(direct.store().schedules().list(None).await?.into_iter().map(ScheduleItem::from).collect());
        }
        let mut items = Vec::new();
        let mut query = ScheduleQuery { limit: Some(PAGE), after: None };
        loop {
            let ScheduleList { items: more, next } = match self {
                Self::Http(http) => http.get(&["v1", "schedules"], &query).await?,
                Self::Direct(direct) => schedules::list(direct.cx(), query.clone()).await?,
            };
            items.extend(more);
            if next.is_none() {
                return Ok(items);
            }
            query.after = next;
        }
    }

    /// Creates or replaces a schedule. In this process a repeated run decides the tenant.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn put_schedule(&self, name: &str, wanted: ScheduleWanted) -> Result<ScheduleItem, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::PUT, &["v1", "schedules", name], &wanted).await,
            Self::Direct(direct) => {
                let run = match &wanted.repeat {
                    Some(repeat) => direct.store().runs().load(repeat.run).await?,
                    None => None,
                };
                let caller = direct.caller_for(run.map(|state| state.run.tenant));
                Ok(schedules::put(direct.operations.of(&caller), name, wanted).await?)
            }
        }
    }

    /// Deletes a schedule.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn delete_schedule(&self, name: &str) -> Result<(), DoorError> {
        match self {
            Self::Http(http) => http.delete(&["v1", "schedules", name]).await,
            Self::Direct(direct) => Ok(schedules::delete(direct.cx(), name).await?),
        }
    }
}
