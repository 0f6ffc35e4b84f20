import { chooseBell, type Strikes } from './bell.js';

/** A tone that swells and dies away. */
function tone(
  at: AudioContext,
  type: OscillatorType,
  when: number,
  [frequency, seconds, loudness]: readonly [number, number, number],
): void {
  const oscillator = at.createOscillator();
  const gain = at.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, when);
  gain.gain.linearRampToValueAtTime(loudness, when + 0.01);
  gain.gain.setValueAtTime(loudness, when + seconds * 0.6);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(when);
  oscillator.stop(when + seconds);
}

/** Rising notes, thrice for high urgency. */
const chime: Strikes = (at, now, urgency) =>
  (urgency === 'high' ? [0, 0.5, 1] : [0]).forEach((begins) =>
    [523, 659, 784].forEach((frequency, n) =>
      tone(at, 'triangle', now + begins + n * 0.13, [frequency, 0.4, urgency === 'high' ? 0.6 : 0.3]),
    ),
  );

/** Two tones by turns, as a siren has. */
const alarm: Strikes = (at, now, urgency) =>
  (urgency === 'high' ? [960, 770, 960, 770, 960, 770] : [770, 580]).forEach((frequency, n) =>
    tone(at, 'square', now + n * 0.24, [frequency, 0.23, urgency === 'high' ? 0.28 : 0.12]),
  );

const sounds: Readonly<Record<string, Strikes>> = { chime, alarm };

const place = 'tocsin.bell';

/** The name of the bell that was chosen in this browser; empty: the first one. */
export const bellHere = (): string => localStorage.getItem(place) ?? '';

/** Uses the bell chosen in this browser, or another one from now on. */
export function takeBell(name = bellHere()): void {
  if (name === '') localStorage.removeItem(place);
  else localStorage.setItem(place, name);
  chooseBell(sounds[name]);
}
