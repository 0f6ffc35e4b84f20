import { duration } from '../duration.js';

/** People that the event of an exported file lists. */
export const peopleListed = 500;
/** Frames of an exported film. */
export const framesOfFilm = 20_000;
/** Characters of one text in an exported film. */
export const textInFilm = 2_000;
/** Characters of the reason for exporting somebody else’s nights. */
export const reason = 1_000;
/** Days that a pack of a person’s nights covers. */
export const daysOfPerson = 100;
/** Pages in it, the newest. */
export const pagesOfPerson = 2_000;
/** The people of a team in a quarter’s pack: of fewer it has neither figures nor what they did. */
export const fewestPeople = 5;
/** Files that are made at once. */
export const madeAtOnce = 2;
/** The newest files, which can be downloaded again. */
export const downloadable = 1_000;
/** Milliseconds in which a file is made and downloaded. */
export const download = 2 * duration.minute;
