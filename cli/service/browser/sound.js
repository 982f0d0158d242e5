// A gentle sound when it is one's turn: off until it is wanted, and remembered in this browser.

import { make } from "./make.js";
import { t } from "./words.js";

const KEY = "refight-sound";
let context = null;

const isOn = () => localStorage.getItem(KEY) === "on";

/** The switch for it. */
export function sounding() {
  const button = make("button", { type: "button", className: "plain", textContent: t("Sound") });
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.title = t("A gentle sound when it is your turn");
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, isOn() ? "off" : "on");
    show();
    chime();
  });
  show();
  return button;
}

export function chime() {
  if (!isOn()) return;
  context ??= new AudioContext();
  for (const [i, pitch] of [523.25, 659.25].entries()) note(pitch, context.currentTime + i * 0.16);
}

function note(pitch, at) {
  const tone = context.createOscillator(), volume = context.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.55);
}
