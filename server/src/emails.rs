//! The words of the mails. Others may read them over a shoulder: they speak of a heart rate monitor and of nothing else.

use askama::Template;

use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::gateway::mailer::Mail;

/// What a mail says.
#[derive(Debug)]
pub enum Letter {
    /// To a buyer for own use.
    Purchase,
    /// To the buyer of a gift.
    Gift(GiftCode),
    /// The one-time link that proves an address.
    Proof(String),
}

#[derive(Template)]
#[template(path = "email/purchase.html")]
struct PurchaseHtml<'a> {
    subject: &'a str,
    app_url: &'a str,
    redownload_url: &'a str,
}

#[derive(Template)]
#[template(path = "email/purchase.txt")]
struct PurchaseText<'a> {
    app_url: &'a str,
    redownload_url: &'a str,
}

#[derive(Template)]
#[template(path = "email/gift.html")]
struct GiftHtml<'a> {
    subject: &'a str,
    gift_url: &'a str,
}

#[derive(Template)]
#[template(path = "email/gift.txt")]
struct GiftText<'a> {
    gift_url: &'a str,
}

#[derive(Template)]
#[template(path = "email/proof.html")]
struct ProofHtml<'a> {
    subject: &'a str,
    proof_url: &'a str,
}

#[derive(Template)]
#[template(path = "email/proof.txt")]
struct ProofText<'a> {
    proof_url: &'a str,
}

/// Writes a mail. `public_url` has no slash at its end.
pub fn write(
    letter: &Letter,
    id: String,
    to: EmailAddress,
    public_url: &str,
) -> Result<Mail, askama::Error> {
    let (subject, text, html) = match letter {
        Letter::Purchase => {
            let subject = "Your heart rate monitor";
            let (app_url, redownload_url) = (
                &format!("{public_url}/app"),
                &format!("{public_url}/redownload"),
            );
            (
                subject,
                PurchaseText {
                    app_url,
                    redownload_url,
                }
                .render()?,
                PurchaseHtml {
                    subject,
                    app_url,
                    redownload_url,
                }
                .render()?,
            )
        }
        Letter::Gift(code) => {
            let subject = "Your heart rate monitor order";
            let gift_url = &format!("{public_url}/gift/{}", code.as_str());
            (
                subject,
                GiftText { gift_url }.render()?,
                GiftHtml { subject, gift_url }.render()?,
            )
        }
        Letter::Proof(token) => {
            let subject = "Your heart rate monitor link";
            let proof_url = &format!("{public_url}/redownload/confirm?token={token}");
            (
                subject,
                ProofText { proof_url }.render()?,
                ProofHtml { subject, proof_url }.render()?,
            )
        }
    };
    Ok(Mail {
        id,
        to,
        subject: subject.to_owned(),
        text,
        html,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What would tell an onlooker the purpose.
    const TELLING: &[&str] = &[
        "emergency",
        "safety",
        "safe",
        "violence",
        "silent",
        "partner",
        "panic",
        "abuse",
        "danger",
        "alert",
        "victim",
        "threat",
        "police",
        "lock",
        "record",
        "secret",
        "evidence",
        "disguise",
        "stealth",
        "rescue",
    ];

    #[test]
    fn no_mail_says_what_it_is_about() {
        let code = GiftCode::derive(&[1; 32], &[2; 16]);
        for letter in [
            Letter::Purchase,
            Letter::Gift(code),
            Letter::Proof("token".to_owned()),
        ] {
            let to = "ann@example.com".parse().unwrap();
            let mail = write(&letter, "id".to_owned(), to, "https://monitor.example").unwrap();
            let all = [
                mail.subject,
                mail.text,
                mail.html,
                crate::gateway::stripe::PRODUCT_NAME.to_owned(),
            ];
            for word in TELLING {
                let found = all.iter().find(|text| text.to_lowercase().contains(word));
                assert!(found.is_none(), "{word} in {found:?}");
            }
        }
    }

    #[test]
    fn a_mail_holds_its_link_in_both_forms() {
        let to = "ann@example.com".parse().unwrap();
        let letter = Letter::Proof("abc-_123".to_owned());
        let mail = write(&letter, "id".to_owned(), to, "https://monitor.example").unwrap();
        let link = "https://monitor.example/redownload/confirm?token=abc-_123";
        assert!(mail.text.contains(link) && mail.html.contains(link));
    }
}
