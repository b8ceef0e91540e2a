//! The page on which an invitation is opened.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::not_found::answer_not_found;
use crate::api;
use crate::protocol::{ApiError, Code, Invited, Whoami};
use crate::ui::friend::{Gone, JoinPanel, Often};
use crate::ui::preview::Preview;

/// An invitation, by its link or by a code that was typed.
#[component]
pub fn Join() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let typed = Memo::new(move |_| {
        let by_link = params.with(|params| params.get("code"));
        by_link.or_else(|| query.with(|query| query.get("code")))
    });
    let opened = Resource::new(
        move || typed.get(),
        |typed| async move {
            let code = typed.unwrap_or_default().parse::<Code>();
            open(code.map_err(|_| ApiError::NoSuchInvitation)?).await
        },
    );
    let shown = move || {
        Suspend::new(async move {
            match opened.await {
                Ok((code, me, invited)) => {
                    let title = format!("{} invites you · FLYCHESS", invited.host.name);
                    view! {
                        <Preview title description=DESCRIPTION picture="/board.png".to_owned() />
                        <JoinPanel me code invited />
                    }
                    .into_any()
                }
                Err(ApiError::NoSuchInvitation) => {
                    answer_not_found();
                    view! { <Gone /> }.into_any()
                }
                Err(why) => {
                    let too_many = matches!(why, ApiError::TooMany { .. });
                    view! { <Often too_many /> }.into_any()
                }
            }
        })
    };
    view! {
        <Title text="Invitation · FLYCHESS" />
        <main class="not-found">
            <Suspense fallback=|| view! { <p class="loading">"Opening…"</p> }>{shown}</Suspense>
        </main>
    }
}

const DESCRIPTION: &str = "A match of flying chess between friends: four planes a side, dice, weather and a few well-kept \
    missiles. Nothing to install, no account needed.";

async fn open(code: Code) -> Result<(Code, Whoami, Invited), ApiError> {
    let invited = api::invitation(code).await?;
    Ok((code, api::whoami().await?, invited))
}
