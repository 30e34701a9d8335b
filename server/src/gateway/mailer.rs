//! Sends mails: over SMTP, through a local `sendmail`, or into a folder for development.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{
    AsyncFileTransport, AsyncSendmailTransport, AsyncSmtpTransport, AsyncTransport, Message,
    Tokio1Executor,
};

use crate::domain::email_address::EmailAddress;

/// The time for one response of the mail server. Slow ones keep clients waiting on purpose.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// The time for sending one mail, in which a server that stops waits for it.
pub const TIMEOUT: Duration = Duration::from_secs(45);

/// Why mail cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailSetupError {
    /// `MAIL_URL` is not valid.
    #[error("MAIL_URL must be smtp://, smtps://, sendmail: or file://")]
    Url,
    /// `MAIL_FROM` is not valid.
    #[error("MAIL_FROM is not an address")]
    From,
    /// The folder cannot be created.
    #[error("the mail folder cannot be created: {0}")]
    Folder(#[from] std::io::Error),
}

/// Why a mail was not sent. The mail server's message is left out, because it may repeat the address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The server refused, with this status (RFC 5321, section 4.2.3).
    #[error("the mail server answered {0}")]
    Refused(String),
    /// There was no connection, or no answer.
    #[error("the mail server did not answer")]
    NoAnswer,
    /// It offers no encryption or no way to log in, although `MAIL_URL` asks for one.
    #[error("the mail server does not offer what MAIL_URL asks for")]
    NotOffered,
    /// Its certificate is not valid, or there is no encryption that both know.
    #[error("the connection to the mail server cannot be encrypted")]
    NotEncrypted,
    /// It took too long.
    #[error("the mail server took too long")]
    TooLong,
    /// The program or the folder that takes mails failed.
    #[error("the mail could not be handed on")]
    NotHandedOn,
    /// The addresses make no valid mail.
    #[error("the mail cannot be composed")]
    NotComposed,
}

/// A complete mail.
#[derive(Debug)]
pub struct Mail {
    /// The part of its Message-ID before the `@`: the same for every attempt, so that a mail that was sent twice is shown once.
    pub id: String,
    /// The recipient.
    pub to: EmailAddress,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

/// Sends mails. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Mailer {
    transport: Arc<Transport>,
    from: Mailbox,
}

#[derive(Debug)]
enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Sendmail(AsyncSendmailTransport<Tokio1Executor>),
    Files(AsyncFileTransport<Tokio1Executor>),
}

impl Mailer {
    /// Prepares the transport that a URL names, and creates its folder. Sends nothing yet.
    pub fn open(url: &str, from: &str) -> Result<Self, MailSetupError> {
        let mailer = Self::new(url, from)?;
        if let Some(folder) = folder_of(url) {
            std::fs::create_dir_all(folder)?;
        }
        Ok(mailer)
    }

    /// Prepares the transport that a URL names, and changes nothing.
    pub fn new(url: &str, from: &str) -> Result<Self, MailSetupError> {
        let from = from.parse().map_err(|_| MailSetupError::From)?;
        let transport = if let Some(folder) = folder_of(url) {
            Transport::Files(AsyncFileTransport::new(folder))
        } else if url.starts_with("sendmail:") {
            Transport::Sendmail(AsyncSendmailTransport::new())
        } else if url.starts_with("smtp://") || url.starts_with("smtps://") {
            let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
            Transport::Smtp(
                smtp.map_err(|_| MailSetupError::Url)?
                    .timeout(Some(RESPONSE_TIMEOUT))
                    .build(),
            )
        } else {
            return Err(MailSetupError::Url);
        };
        Ok(Self {
            transport: Arc::new(transport),
            from,
        })
    }

    /// Whether mails go to a server, which has then taken the connection and the password.
    pub async fn check(&self) -> Result<bool, MailError> {
        let Transport::Smtp(smtp) = self.transport.as_ref() else {
            return Ok(false);
        };
        let is_open = in_time(async {
            let answer = smtp.test_connection().await;
            answer.map_err(|cause| refused(&cause))
        });
        if is_open.await? {
            Ok(true)
        } else {
            Err(MailError::NoAnswer)
        }
    }

    /// Sends a mail.
    pub async fn send(&self, mail: Mail) -> Result<(), MailError> {
        let message = self.compose(mail).map_err(|_| MailError::NotComposed)?;
        in_time(self.hand_on(message)).await
    }

    async fn hand_on(&self, message: Message) -> Result<(), MailError> {
        match self.transport.as_ref() {
            Transport::Smtp(smtp) => smtp
                .send(message)
                .await
                .map(|_| ())
                .map_err(|cause| refused(&cause)),
            Transport::Sendmail(sendmail) => sendmail
                .send(message)
                .await
                .map_err(|_| MailError::NotHandedOn),
            Transport::Files(files) => files
                .send(message)
                .await
                .map(|_| ())
                .map_err(|_| MailError::NotHandedOn),
        }
    }

    fn compose(&self, mail: Mail) -> anyhow::Result<Message> {
        let domain = self.from.email.domain();
        Ok(Message::builder()
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            .from(self.from.clone())
            .to(Mailbox::new(None, mail.to.as_str().parse()?))
            .subject(mail.subject)
            .multipart(MultiPart::alternative_plain_html(mail.text, mail.html))?)
    }
}

/// The folder that a URL names.
fn folder_of(url: &str) -> Option<PathBuf> {
    url.strip_prefix("file://").map(PathBuf::from)
}

/// Why a mail server could not be used.
fn refused(cause: &smtp::Error) -> MailError {
    match cause.status() {
        Some(status) => MailError::Refused(status.to_string()),
        None if cause.is_client() => MailError::NotOffered,
        None if cause.is_tls() => MailError::NotEncrypted,
        None => MailError::NoAnswer,
    }
}

/// Waits for `work` for [`TIMEOUT`] at most.
async fn in_time<T>(work: impl Future<Output = Result<T, MailError>>) -> Result<T, MailError> {
    tokio::time::timeout(TIMEOUT, work)
        .await
        .unwrap_or(Err(MailError::TooLong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailer_accepts_the_documented_urls_and_senders_only() {
        let from = "Heart Rate Monitor <monitor@example.com>";
        let folder = tempfile::tempdir().unwrap();
        assert!(Mailer::new(&format!("file://{}", folder.path().display()), from).is_ok());
        assert!(Mailer::new("sendmail:", from).is_ok());
        assert!(Mailer::new("ftp://example.com", from).is_err());
        assert!(Mailer::new("sendmail:", "nobody").is_err());
    }
}
