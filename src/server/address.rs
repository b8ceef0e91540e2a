//! Where a request comes from: the other end of its connection, unless that is a proxy that the configuration names;
//! then what the proxy says. Anybody can write a header, so nobody else is believed.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;

const FORWARDED: &str = "x-forwarded-for";

/// An address as one counts requests by it: of the newer kind, the network of one subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
        }
    }
}

/// Where a request comes from.
pub(super) fn of(request: &Request, proxies: &[IpAddr]) -> Client {
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(peer)| peer.ip());
    client(peer, request.headers(), proxies).into()
}

/// The last address in the header that is not a trusted proxy's own: what comes before it, anybody may have written.
fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let is_trusted = |address: &IpAddr| proxies.contains(&address.to_canonical());
    if !is_trusted(&peer) {
        return peer;
    }
    let named = headers.get_all(FORWARDED).into_iter();
    let named: Vec<&str> = named
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let mut client = peer;
    for name in named.iter().rev() {
        let Ok(address) = name.trim().parse() else { break };
        client = address;
        if !is_trusted(&address) {
            break;
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let parse = |text: &str| text.parse::<IpAddr>().unwrap();
        let headers = forwarded
            .iter()
            .map(|value| (FORWARDED.parse().unwrap(), value.parse().unwrap()))
            .collect();
        let proxies: Vec<_> = proxies.iter().map(|proxy| parse(proxy)).collect();
        client(parse(peer), &headers, &proxies).to_string()
    }

    #[test]
    fn nobody_is_believed_who_was_not_named() {
        assert_eq!(asked("10.0.0.9", &[], &[]), "10.0.0.9");
        assert_eq!(asked("10.0.0.9", &["1.2.3.4"], &[]), "10.0.0.9");
        assert_eq!(asked("10.0.0.9", &["1.2.3.4"], &["10.0.0.1"]), "10.0.0.9");
    }

    #[test]
    fn a_named_proxy_is_believed_for_what_it_added_alone() {
        let proxies = &["10.0.0.1", "10.0.0.2"];
        assert_eq!(asked("10.0.0.1", &["1.2.3.4"], proxies), "1.2.3.4");
        assert_eq!(asked("10.0.0.1", &["6.6.6.6, 1.2.3.4"], proxies), "1.2.3.4");
        assert_eq!(
            asked("10.0.0.1", &["6.6.6.6", "1.2.3.4, 10.0.0.2"], proxies),
            "1.2.3.4"
        );
        assert_eq!(asked("10.0.0.1", &["garbage"], proxies), "10.0.0.1");
        assert_eq!(asked("10.0.0.1", &["garbage, 10.0.0.2"], proxies), "10.0.0.2");
        assert_eq!(asked("10.0.0.1", &[], proxies), "10.0.0.1");
        assert_eq!(asked("::ffff:10.0.0.1", &["1.2.3.4"], proxies), "1.2.3.4");
    }

    #[test]
    fn a_subscriber_of_the_newer_kind_is_one_client() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(client("2001:db8:1:2::3"), client("2001:db8:1:2:ffff::"));
        assert_ne!(client("2001:db8:1:2::3"), client("2001:db8:1:3::3"));
        assert_eq!(client("::ffff:1.2.3.4"), client("1.2.3.4"));
        assert_ne!(client("1.2.3.4"), client("1.2.3.5"));
    }
}
