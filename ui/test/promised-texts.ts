/**
 * The texts that the product promises word for word, on its screens and as messages. `{}` stands for what is filled in.
 * `displayed-texts.ts` notes which of them the component tests showed, and `judge-displayed-texts.ts` fails a run that missed one.
 */
import { priceLabel } from "#content/price.ts";

/** On the screens. */
const screens = [
  ...["Page Not Found", "The page you're looking for doesn't exist."],
  ...["Listening for safe word", "Getting location...", "Location unavailable", "Ready"],
  ...["Location not detected", "Emergency Assistance", "TEST EMERGENCY", "REAL EMERGENCY"],
  ...["Required Permissions", "Location Access", "Granted", "Denied", "SMS Access", "Available"],
  ...["Emergency Contact", "Edit", "How It Works", "Press button", "Location detection"],
  ...["SMS prepared", "Contact Name", "Emergency Contact Number", "Save Changes", "Cancel"],
  ...["Emergency Contacts (Max 2)", "Voice Activation", "Background Listening", "Unlock PIN"],
  ...["Save Settings", "Return to Main", "Wake Word Detection", "SafeWord", "Always ON"],
  ...["Security PIN", "Voice Management", "Install App", "Premium Protection Active"],
  ...["Demo Preview Mode", "Step Count Today", "1,024", "EMERGENCY ACTIVE"],
  ...["Device is locked for security", "Location recorded", "Recording audio evidence"],
  ...["{} contacts notified", "Unlock Device", "EMERGENCY MODE ACTIVE"],
  "Audio recording in progress",
  ...["Triggered by: Voice Command", "Triggered by: Emergency Button", "Enter PIN to Unlock"],
  ...["Security Verification", "Verify Code", "Back", "Checking Access...", "App Installed"],
  ...[
    `Purchase to Download - ${priceLabel}`,
    "verify your purchase",
    "Got It",
    "Already Installed",
  ],
  ...["Install to Desktop", "Install Not Available", "Not Now", "Emergency Recording", "Raw"],
  ...["Voice Testing", "Voice System Test", "Test Mic", "Test Speech", "Start Listening"],
  ...["Stop Listening", "Clear", "Emergency Active", "Recording audio", "Stop Recording"],
  ...["Recordings", "Clear All Recordings", "Secure Purchase", "Already Purchased?"],
  ...["Buy for Myself", "Gift to Friend", "Buy Now", "Try Different Email"],
  ...["Installation Complete!", "Stealth Protection Active", "Setup Your Protection"],
  ...["You're Protected!", "Continue Setup", "Setup Complete", "Open Heart Monitor"],
  ...["Configure Settings", "Your Email Address", "Friend's Email Address"],
  ...["Copy Full Message", "Copy Link Only", `${priceLabel} One-Time`, "Continue to Payment"],
  ...["Your friend gets lifetime access - no subscriptions!", "Processing...", "How it works"],
  ...[`Complete Gift Purchase - ${priceLabel}`, "Payment Successful!", "Download for Yourself"],
  ...["Share Gift Link", "Install", "What's Next?", "Install App Now", "Need Help?"],
  ...["Verified for: {}", "Payment Issue", "Payment Required", "Start Using"],
  "Unable to verify your payment. Please contact support.",
  ...["Setting up secure payment...", "Complete Your Purchase", `Secure Payment - ${priceLabel}`],
  ...[`Complete Purchase - ${priceLabel}`, "Back to Home", "Access Your App"],
  "Already purchased? Enter your email to download again",
  ...["Verify Email & Access App", "Verifying...", "Email Verified Successfully!"],
  ...["Purchase confirmed for: {}", "Access Now", "No Purchase Found", "Loading your gift..."],
  ...["Gift Not Available", "Return to Main Page", "You've Received a Gift!", "Personal Message"],
  ...["Activate Your Gift", "Activate & Download", "Activating Gift...", "What You're Getting"],
  ...["Gift Activated!", "Your app is ready. Redirecting to the app..."],
];

/** As messages: in toasts, in dialogs, and at fields. */
const messages = [
  "Geolocation is not supported by this browser",
  ...["Location access denied by user", "Location information unavailable"],
  ...["Location request timed out", "Unable to get location"],
  "Unable to get location - check permissions",
  "Microphone access denied. Please enable microphone permissions.",
  ...["No microphone found on this device.", "Could not access microphone"],
  ...["Could not start audio recording", "Emergency Activation Failed"],
  "Please try again or contact emergency services directly",
  ...["No Emergency Contacts", "Please add emergency contacts in settings first."],
  ...["Emergency failed", "Failed to get location or prepare SMS. Please try again."],
  ...["Incorrect PIN", "{} attempts remaining"],
  ...["Too many attempts", "App locked for 5 minutes.", "Incorrect Code", "Access Denied"],
  ...["Too many failed attempts. Please wait.", "Save failed"],
  "Failed to save emergency contact. Please try again.",
  "Failed to save settings. Please try again.",
  ...["Error saving settings", "Invalid input", "Please enter a valid phone number."],
  ...["Safe word required", "Please enter a safe word for voice activation."],
  ...["Invalid PIN", "PIN must be at least 4 digits.", "Emergency contact required"],
  "Please provide at least one emergency contact.",
  "Speech recognition not supported in this browser",
  "Speech Recognition Not Supported",
  "Your browser doesn't support speech recognition",
  ...["Microphone access denied", "Microphone access required", "Speech recognition error: {}"],
  "Microphone Test Failed",
  "Please allow microphone access for voice activation to work",
  "Microphone quiet - try speaking or check permissions",
  ...["Playback Error", "Unable to play this recording", "Playback Failed"],
  ...["Could not play the recording", "Download Failed", "Could not download the recording"],
  ...["Purchase Required", "Please purchase the app to download it.", "Purchase Not Found"],
  "No purchase found for this email address. Please check your email or complete your purchase.",
  ...["Verification Error", "Unable to verify purchase. Please try again later.", "Not Found"],
  ...["No purchase found for this email address.", "Verification Failed"],
  ...["Unable to verify email. Please try again.", "Payment Failed", "Payment Error"],
  ...["An error occurred during payment processing.", "Payment Setup Failed"],
  ...["Unable to set up payment. Please try again.", "Copy Failed"],
  ...["Please manually copy the message below.", "Activation Failed", "Missing Information"],
  "Please enter both email addresses.",
  ...["Valid Email Required", "Please enter the email address used for your purchase."],
  ...["Email Required", "Please enter your email address."],
  ...["Please enter a valid email address", "An error occurred. Please try again."],
  "Failed to create payment intent",
  ...["Could not activate your gift. Please try again.", "Gift link not found"],
  ...["Gift link expired or used", "Failed to activate gift", "Contact saved", "Contact updated"],
  ...["Settings saved", "Recording Saved", "Recording Started", "Emergency Activated"],
  ...["Device locked. Recording audio. Contacts notified.", "Emergency Resolved"],
  ...["Demo Access Granted", "Access Granted", "Redirecting...", "Gift Purchase Complete"],
  ...["Gift Purchase Successful!", "The app has been gifted to {}!", "Payment Successful"],
  ...["Thank you for your purchase!", "Purchase Successful", "Copied!"],
  "Message copied to clipboard - ready to send!",
  "Email Verified!",
  "Your purchase has been confirmed. You can now download the app.",
  ...["Voice monitoring started", "Voice monitoring stopped"],
  "Delete this emergency recording permanently?",
  "Delete ALL emergency recordings permanently? This cannot be undone.",
];

/** Within a longer text. */
const parts = [
  // Two sentences about the messages follow.
  "Tap the emergency button below if you are in danger. Your location will be shared automatically.",
  // In the gift's message.
  `${priceLabel} value`,
  // In the line of a closed lock.
  ...["Locked Out", "Try again in {} minute"],
];

/** Each of those that are shown as a whole, once. */
export const wholeTexts: readonly string[] = [...new Set([...screens, ...messages])];

/** Each of them. */
export const promisedTexts: readonly string[] = [...wholeTexts, ...parts];
