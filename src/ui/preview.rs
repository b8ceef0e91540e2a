//! What other programs show of a link to a page: a title, a sentence and a picture.

use leptos::prelude::*;
use leptos_meta::Meta;

use super::origin;

/// Puts it into the document's head.
#[component]
pub(super) fn Preview(
    /// The title.
    title: String,
    /// The sentence.
    #[prop(into)]
    description: String,
    /// The picture's path on this site; 1200 by 630.
    picture: String,
) -> impl IntoView {
    let picture = origin::absolute(&picture);
    view! {
        <Meta property="og:site_name" content="FLYCHESS" />
        <Meta property="og:type" content="website" />
        <Meta property="og:title" content=title />
        <Meta property="og:description" content=description />
        <Meta property="og:image" content=picture />
        <Meta property="og:image:type" content="image/png" />
        <Meta property="og:image:width" content="1200" />
        <Meta property="og:image:height" content="630" />
        <Meta property="og:image:alt" content="The board with both sides' planes" />
        <Meta name="twitter:card" content="summary_large_image" />
    }
}
