//! The texts of the mails. Bystanders may read them, so they mention a heart rate monitor and nothing of its purpose.

use askama::Template;

use crate::domain::email_address::EmailAddress;
use crate::domain::gift_code::GiftCode;
use crate::domain::price::REFUND_DAYS;
use crate::gateway::mailer::Mail;

/// What a mail is about.
#[derive(Debug)]
pub enum MailKind {
    /// To a buyer for own use, with what the order cost, such as `US$9.99`.
    Purchase(String),
    /// To the buyer of a gift, with its code and what the order cost.
    Gift(GiftCode, String),
    /// The one-time link with this token, which proves an address.
    Proof(String),
    /// The link with this token, which shows what is kept about an address.
    Data(String),
}

#[derive(Template)]
#[template(path = "email/purchase.html")]
struct PurchaseHtml<'a> {
    subject: &'a str,
    text: &'a PurchaseText<'a>,
}

#[derive(Template)]
#[template(path = "email/purchase.txt")]
struct PurchaseText<'a> {
    app_url: String,
    redownload_url: String,
    price: &'a str,
    refund_days: u32,
}

#[derive(Template)]
#[template(path = "email/gift.html")]
struct GiftHtml<'a> {
    subject: &'a str,
    text: &'a GiftText<'a>,
}

#[derive(Template)]
#[template(path = "email/gift.txt")]
struct GiftText<'a> {
    gift_url: String,
    price: &'a str,
    refund_days: u32,
}

#[derive(Template)]
#[template(path = "email/proof.html")]
struct ProofHtml<'a> {
    subject: &'a str,
    text: &'a ProofText,
}

#[derive(Template)]
#[template(path = "email/proof.txt")]
struct ProofText {
    proof_url: String,
}

#[derive(Template)]
#[template(path = "email/data.html")]
struct DataHtml<'a> {
    subject: &'a str,
    text: &'a DataText,
}

#[derive(Template)]
#[template(path = "email/data.txt")]
struct DataText {
    data_url: String,
}

/// Writes a mail. `public_url` has no slash at its end.
pub fn write(
    kind: &MailKind,
    id: String,
    to: EmailAddress,
    public_url: &str,
) -> Result<Mail, askama::Error> {
    let refund_days = REFUND_DAYS;
    let (subject, text, html) = match kind {
        MailKind::Purchase(price) => {
            let subject = "Your heart rate monitor";
            let text = &PurchaseText {
                app_url: format!("{public_url}/app"),
                redownload_url: format!("{public_url}/redownload"),
                price,
                refund_days,
            };
            let html = PurchaseHtml { subject, text };
            (subject, text.render()?, html.render()?)
        }
        MailKind::Gift(code, price) => {
            let subject = "Your heart rate monitor order";
            let text = &GiftText {
                gift_url: format!("{public_url}/gift/{}", code.as_str()),
                price,
                refund_days,
            };
            let html = GiftHtml { subject, text };
            (subject, text.render()?, html.render()?)
        }
        MailKind::Proof(token) => {
            let subject = "Your heart rate monitor link";
            let text = &ProofText {
                proof_url: format!("{public_url}/redownload/confirm?token={token}"),
            };
            let html = ProofHtml { subject, text };
            (subject, text.render()?, html.render()?)
        }
        MailKind::Data(token) => {
            let subject = "Your heart rate monitor link";
            let text = &DataText {
                data_url: format!("{public_url}/your-data?token={token}"),
            };
            let html = DataHtml { subject, text };
            (subject, text.render()?, html.render()?)
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

    /// Words that would tell a bystander the purpose.
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
    fn no_mail_reveals_the_purpose() {
        let code = GiftCode::derive(&[1; 32], &[2; 16]);
        for kind in [
            MailKind::Purchase("US$9.99".to_owned()),
            MailKind::Gift(code, "US$9.99".to_owned()),
            MailKind::Proof("token".to_owned()),
            MailKind::Data("token".to_owned()),
        ] {
            let to = "ann@example.com".parse().unwrap();
            let mail = write(&kind, "id".to_owned(), to, "https://monitor.example").unwrap();
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
    fn text_and_html_of_a_mail_have_its_link() {
        let to = "ann@example.com".parse().unwrap();
        let kind = MailKind::Proof("abc-_123".to_owned());
        let mail = write(&kind, "id".to_owned(), to, "https://monitor.example").unwrap();
        let link = "https://monitor.example/redownload/confirm?token=abc-_123";
        assert!(mail.text.contains(link) && mail.html.contains(link));
    }

    #[test]
    fn the_hour_of_a_mailed_link_counts_from_the_request_and_not_from_the_mail() {
        for kind in [
            MailKind::Proof("token".to_owned()),
            MailKind::Data("token".to_owned()),
        ] {
            let to = "ann@example.com".parse().unwrap();
            let mail = write(&kind, "id".to_owned(), to, "https://monitor.example").unwrap();
            for text in [mail.text, mail.html] {
                assert!(text.contains("one hour after it was asked for"), "{text}");
            }
        }
    }
}
