//! Sending a mail: over SMTP, through a local `sendmail`, or into a folder for trying things out.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, MultiPart};
use lettre::{
    AsyncFileTransport, AsyncSendmailTransport, AsyncSmtpTransport, AsyncTransport, Message,
    Tokio1Executor,
};

use crate::domain::email_address::EmailAddress;

const DEADLINE: Duration = Duration::from_secs(10);

/// Why mail cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum MailSetupError {
    /// The address of the mail server.
    #[error("MAIL_URL must be smtp://, smtps://, sendmail: or file://")]
    Url,
    /// The sender.
    #[error("MAIL_FROM is not an address")]
    From,
    /// The folder.
    #[error("the mail folder cannot be made: {0}")]
    Folder(#[from] std::io::Error),
}

/// Why a mail was not sent. The server's words are left out: they may repeat the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// It may work later.
    #[error("the mail could not be sent now")]
    Passing,
    /// It never will.
    #[error("the mail cannot be sent")]
    Final,
}

/// A mail, written.
#[derive(Debug)]
pub struct Mail {
    /// What stands before the `@` of its Message-ID: the same at every try, so that a mail that was sent twice after
    /// all is shown once.
    pub id: String,
    /// To whom.
    pub to: EmailAddress,
    /// Its subject.
    pub subject: String,
    /// Its words as plain text.
    pub text: String,
    /// The same as HTML.
    pub html: String,
}

/// Sends mails. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Mailer {
    way: Arc<Way>,
    from: Mailbox,
}

#[derive(Debug)]
enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Sendmail(AsyncSendmailTransport<Tokio1Executor>),
    Files(AsyncFileTransport<Tokio1Executor>),
}

impl Mailer {
    /// Prepares the way that a URL names; nothing is sent yet.
    pub fn new(url: &str, from: &str) -> Result<Self, MailSetupError> {
        let from = from.parse().map_err(|_| MailSetupError::From)?;
        let way = if let Some(folder) = url.strip_prefix("file://") {
            let folder = PathBuf::from(folder);
            std::fs::create_dir_all(&folder)?;
            Way::Files(AsyncFileTransport::new(folder))
        } else if url.starts_with("sendmail:") {
            Way::Sendmail(AsyncSendmailTransport::new())
        } else if url.starts_with("smtp://") || url.starts_with("smtps://") {
            let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
            Way::Smtp(
                smtp.map_err(|_| MailSetupError::Url)?
                    .timeout(Some(DEADLINE))
                    .build(),
            )
        } else {
            return Err(MailSetupError::Url);
        };
        Ok(Self {
            way: Arc::new(way),
            from,
        })
    }

    /// Sends a mail.
    pub async fn send(&self, mail: Mail) -> Result<(), MailError> {
        let message = self.compose(mail).map_err(|_| MailError::Final)?;
        match self.way.as_ref() {
            Way::Smtp(smtp) => match tokio::time::timeout(DEADLINE * 3, smtp.send(message)).await {
                Ok(Err(cause)) if cause.is_permanent() => Err(MailError::Final),
                Ok(Err(_)) | Err(_) => Err(MailError::Passing),
                Ok(Ok(_)) => Ok(()),
            },
            Way::Sendmail(sendmail) => sendmail.send(message).await.map_err(|_| MailError::Passing),
            Way::Files(files) => files
                .send(message)
                .await
                .map(|_| ())
                .map_err(|_| MailError::Passing),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailer_is_made_from_a_url_that_it_knows() {
        let from = "Heart Rate Monitor <monitor@example.com>";
        let folder = tempfile::tempdir().unwrap();
        assert!(Mailer::new(&format!("file://{}", folder.path().display()), from).is_ok());
        assert!(Mailer::new("sendmail:", from).is_ok());
        assert!(Mailer::new("ftp://example.com", from).is_err());
        assert!(Mailer::new("sendmail:", "nobody").is_err());
    }
}
