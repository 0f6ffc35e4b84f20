/** The two built-in bells, synthesised from partials that decay at different speeds, so that no audio files are needed. */
import { store } from '../store.js';

let context: AudioContext | undefined;
/** Whether this tab may make a sound. */
export const bellUnlocked = store(false);

export const isBellUnlocked = (): boolean => context?.state === 'running';

const lookAgain = (): void => bellUnlocked.set(isBellUnlocked());

/** Must be called in a click or key handler: browsers block sound before one. */
export async function unlockBell(): Promise<boolean> {
  if (!context) {
    context = new AudioContext();
    context.addEventListener('statechange', lookAgain);
  }
  if (context.state !== 'running') await context.resume().catch(() => undefined);
  lookAgain();
  return isBellUnlocked();
}

/** frequency factor, loudness, seconds until it has died away */
const partials = [
  [0.5, 0.35, 1.5],
  [1, 1, 1.1],
  [1.19, 0.5, 0.8],
  [1.56, 0.3, 0.6],
  [2, 0.45, 0.5],
  [2.74, 0.2, 0.3],
] as const;

function strike(at: AudioContext, when: number, frequency: number, loudness: number): void {
  for (const [factor, share, seconds] of partials) {
    const oscillator = at.createOscillator();
    const gain = at.createGain();
    oscillator.frequency.value = frequency * factor;
    gain.gain.setValueAtTime(0, when);
    gain.gain.linearRampToValueAtTime(loudness * share * 0.3, when + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
    oscillator.connect(gain).connect(at.destination);
    oscillator.start(when);
    oscillator.stop(when + seconds);
  }
}

/** The sound of a bell: starts at `now`. */
export type Strikes = (at: AudioContext, now: number, urgency: 'high' | 'low') => void;
/** The chosen bell, if it is not the default one, which is used until this one is loaded. */
let currentStrikes: Strikes | undefined;
export const chooseBell = (strikes: Strikes | undefined): void => {
  currentStrikes = strikes;
};

/** Plays the bell if the sound is on: three times alternating for high urgency, once for low. True if it was played. */
export function ring(urgency: 'high' | 'low'): boolean {
  if (!context || !isBellUnlocked()) return false;
  const now = context.currentTime + 0.01;
  if (currentStrikes) currentStrikes(context, now, urgency);
  else if (urgency === 'low') strike(context, now, 392, 0.5);
  else [880, 659, 880].forEach((frequency, n) => strike(context!, now + n * 0.28, frequency, 1));
  return true;
}
