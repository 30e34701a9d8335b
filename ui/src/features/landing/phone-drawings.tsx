/** The five drawn previews of the carousel. */
import type { ComponentType } from "react";
import { heartMonitor, weeklyActivity } from "#content/heart-monitor.ts";
import type { Slide } from "#content/slides.ts";
import { Box, Phone, Words } from "./phone.tsx";
import classes from "./phones.module.css";

/** The drawing of each slide. */
export const drawings: Record<Slide["drawing"], ComponentType> = {
  heart: HeartDrawing,
  voice: VoiceDrawing,
  lockdown: LockdownDrawing,
  contacts: ContactsDrawing,
  settings: SettingsDrawing,
};

function HeartDrawing() {
  return (
    <Phone label="Drawing of a heart-rate monitor app with a heart, a step count and a weekly chart">
      <HeartScreen />
    </Phone>
  );
}

/** The heart-rate monitor. */
export function HeartScreen() {
  return (
    <>
      <Words y={54} look="title">
        Heart Rate
      </Words>
      <path
        className={classes.heart}
        d="M110 214s-62-37-62-84c0-20 14-34 32-34 13 0 24 7 30 19 6-12 17-19 30-19 18 0 32 14 32 34 0 47-62 84-62 84z"
      />
      <Words y={150} look="giant" isCentred>
        {heartMonitor.bpm}
      </Words>
      <Words y={170} isCentred>
        BPM
      </Words>
      <Box y={240} height={58}>
        <Words y={263} look="small">
          Step Count Today
        </Words>
        <Words y={285} look="title">
          {heartMonitor.steps}
        </Words>
      </Box>
      <Box y={308} height={112} />
      {weeklyActivity.map(({ day, minutes }, index) => {
        const x = 30 + index * 21;
        const height = minutes / 5;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two days share a letter, and none ever moves.
          <g key={index}>
            <rect
              className={classes.bar}
              x={x}
              y={394 - height}
              width="12"
              height={height}
              rx="4"
            />
            <Words x={x + 2} y={410} look="small">
              {day}
            </Words>
          </g>
        );
      })}
    </>
  );
}

const waves = [14, 30, 52, 26, 64, 40, 70, 34, 56, 22, 38, 12];

function VoiceDrawing() {
  return (
    <Phone label="Drawing of voice activation listening for a safe word">
      <Words y={54} look="title">
        Voice Activation
      </Words>
      <circle className={classes.halo} cx="110" cy="150" r="66" />
      <circle className={classes.accent} cx="110" cy="150" r="42" />
      <path
        className={classes.glyph}
        d="M110 130a8 8 0 0 1 8 8v12a8 8 0 0 1-16 0v-12a8 8 0 0 1 8-8zM93 150a17 17 0 0 0 34 0M110 167v9"
      />
      <Words y={246} isCentred>
        Listening for safe word
      </Words>
      {waves.map((height, index) => (
        <rect
          key={height}
          className={classes.bar}
          x={32 + index * 13.4}
          y={296 - height / 2}
          width="6"
          height={height}
          rx="3"
        />
      ))}
      <Box y={348} height={62}>
        <Words y={372} look="small">
          Safe word
        </Words>
        <Words y={394} look="title">
          Help
        </Words>
      </Box>
    </Phone>
  );
}

function LockdownDrawing() {
  return (
    <Phone label="Drawing of the lock screen during an emergency with a PIN keypad">
      <LockScreen />
    </Phone>
  );
}

/** The lock screen of an emergency. */
export function LockScreen() {
  return (
    <>
      <rect className={classes.alarm} x="16" y="36" width="188" height="66" rx="12" />
      <Words y={64} look="title" isCentred>
        EMERGENCY ACTIVE
      </Words>
      <Words y={84} isCentred>
        Device is locked for security
      </Words>
      {["Location recorded", "Recording audio evidence"].map((line, index) => (
        <g key={line}>
          <circle className={classes.good} cx="32" cy={124 + index * 24} r="5" />
          <Words x={46} y={128 + index * 24}>
            {line}
          </Words>
        </g>
      ))}
      {[0, 1, 2, 3].map((dot) => (
        <circle
          key={dot}
          className={dot < 2 ? classes.accent : classes.box}
          cx={77 + dot * 22}
          cy="180"
          r="6"
        />
      ))}
      {["1", "2", "3", "4", "5", "6", "7", "8", "9", "C", "0", "OK"].map((key, index) => {
        const x = 52 + (index % 3) * 58;
        const y = 222 + Math.floor(index / 3) * 52;
        return (
          <g key={key}>
            <circle className={classes.box} cx={x} cy={y} r="22" />
            <Words x={x} y={y + 5} look="title" isCentred>
              {key}
            </Words>
          </g>
        );
      })}
    </>
  );
}

function ContactsDrawing() {
  return (
    <Phone label="Drawing of two emergency contacts and the message that they get">
      <Words y={54} look="title">
        Emergency Contacts
      </Words>
      {["Sam", "Priya"].map((name, index) => (
        <Box key={name} y={72 + index * 70} height={60}>
          <circle className={classes.accent} cx="46" cy={102 + index * 70} r="17" />
          <Words x={46} y={107 + index * 70} look="title" isCentred>
            {name.charAt(0)}
          </Words>
          <Words x={74} y={98 + index * 70}>
            {name}
          </Words>
          <Words x={74} y={116 + index * 70} look="soft">
            {index === 0 ? "Primary contact" : "Second contact"}
          </Words>
        </Box>
      ))}
      <Bubble />
      <Words y={402} look="soft" isCentred>
        Message ready - tap to send
      </Words>
    </Phone>
  );
}

/** The message with its map link. */
export function Bubble() {
  return (
    <>
      <rect className={classes.halo} x="16" y="226" width="188" height="150" rx="16" />
      <Words y={252}>Send help, I am in danger.</Words>
      <rect className={classes.map} x="30" y="266" width="160" height="94" rx="10" />
      <path className={classes.road} d="M30 330 96 298l30 28 64-44M92 266l20 94" />
      <path className={classes.pin} d="M118 318s-13-12-13-23a13 13 0 0 1 26 0c0 11-13 23-13 23z" />
    </>
  );
}

const settingRows = [
  ["Safe word", "Help", 0],
  ["Listening", "While the app is open", 1],
  ["Location", "Always on", 1],
  ["Unlock PIN", "4 to 6 digits", 0],
] as const;

function SettingsDrawing() {
  return (
    <Phone label="Drawing of the settings: safe word, listening, location and PIN">
      <Words y={54} look="title">
        Settings
      </Words>
      {settingRows.map(([name, value, hasSwitch], index) => {
        const y = 72 + index * 72;
        return (
          <Box key={name} y={y} height={62}>
            <Words y={y + 27}>{name}</Words>
            <Words y={y + 46} look="small">
              {value}
            </Words>
            {hasSwitch === 1 && (
              <>
                <rect
                  className={classes.accent}
                  x="156"
                  y={y + 20}
                  width="38"
                  height="22"
                  rx="11"
                />
                <circle className={classes.knob} cx="183" cy={y + 31} r="8" />
              </>
            )}
          </Box>
        );
      })}
      <rect className={classes.accent} x="16" y="372" width="188" height="44" rx="12" />
      <Words y={399} look="title" isCentred>
        Save Settings
      </Words>
    </Phone>
  );
}
