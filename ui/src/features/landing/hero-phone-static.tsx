/** The phone of the hero, which shows the product in motion. */
import { emergencyScenes } from "#content/steps.ts";
import { Box, Phone, Words } from "./phone.tsx";
import { Bubble, HeartScreen, LockScreen } from "./phone-drawings.tsx";
import classes from "./pictures.module.css";

const screens = [HeartScreen, HoldScreen, LockScreen, MessageScreen] as const;

/**
 * One screen after the other, by CSS alone. It moves for longer than five seconds, so it can be stopped (WCAG 2.2.2);
 * where less motion is wanted the first screen stands still.
 */
export function HeroPhone() {
  return (
    <div>
      <input className={classes.stop} type="checkbox" id="still" />
      <Phone
        isCaptioned
        label="Drawing of a phone: a heart monitor, the heart held down, the lock screen, and a message that is ready to send"
      >
        {screens.map((Screen, index) => (
          <g key={emergencyScenes[index]} className={classes.scene}>
            <rect className={classes.screen} x="2" y="30" width="216" height="400" />
            <rect className={classes.plate} x="-10" y="456" width="240" height="30" />
            <Screen />
            <text className={classes.caption} x="110" y="476">
              {emergencyScenes[index]}
            </text>
          </g>
        ))}
      </Phone>
      <label className={classes.pause} htmlFor="still">
        Pause
      </label>
    </div>
  );
}

/** The heart monitor with a thumb on the heart. */
function HoldScreen() {
  return (
    <>
      <HeartScreen />
      <circle className={classes.ring} cx="110" cy="148" r="76" />
      <circle className={classes.thumb} cx="110" cy="188" r="22" />
    </>
  );
}

/** The phone's messages app with the text in it. */
function MessageScreen() {
  return (
    <>
      <Words y={54} look="title">
        To: Sam
      </Words>
      <g transform="translate(0 -150)">
        <Bubble />
      </g>
      <Box y={352} height={62}>
        <Words y={388} look="title">
          Message ready
        </Words>
        <circle className={classes.send} cx="172" cy="383" r="20" />
        <path className={classes.arrow} d="M172 392v-18m-7 7 7-7 7 7" />
      </Box>
    </>
  );
}
