import { duration } from '../duration.js';

const { second, minute, hour, day } = duration;

export const ruleDelayMinutes = { min: 0, max: 1_440 } as const;
/** How long a push service keeps a notification. */
export const pushTtl = 5 * minute;
export const pushBytes = 3_072;
export const accessTokenCharacters = 200;
/** What an ntfy server takes: a message of fewer bytes (more becomes a file), in a request of at most so many. */
export const ntfyMessageBytes = 4_095;
export const ntfyRequestBytes = 8_192;
/** Of one SMS in GSM-7; one more is a second part. */
export const smsCharacters = 160;
/** Answers to replies of one number that did nothing, until one does; and of how many numbers they are counted. */
export const uselessReplies = 5;
export const numbersRemembered = 1_000;
/** Wrong codes of one number within this time, after which nothing that it replies is read for so long. */
export const wrongReplyCodes = 5;
export const wrongCodesWithin = 10 * minute;
export const repliesOff = 1 * hour;
/** Codes by SMS and calls in a day, by who or what they are counted. */
export const phoneCodesPerDay = { number: 3, person: 10, organisation: 100 } as const;
export const deviceLabelCharacters = 60;
/** A device without any receipt for this long may be gone. */
export const deviceSilentAfter = 7 * day;
export const verificationCode = 30 * minute;
/** A code that was requested within this time is not sent again, unless it could not be sent. */
export const codeJustAsked = 10 * second;
export const triesPerCode = 5;
export const contactMethodsPerPerson = 10;
export const followedPerPerson = 50;
export const followersPerService = 200;
/** A phone that no page has reached at night for this long may not wake anybody. */
export const nightReceiptWithin = 90 * day;
/** A night test that could not begin by then is missed. */
export const nightTestLate = 30 * minute;
export const notificationRulesPerPerson = 15;
/** Limits of messages to one contact method within a window, by what a message costs its receiver, the loudest first. */
export const throttles = {
  voice: [
    { messages: 3, within: 15 * minute },
    { messages: 7, within: 1 * hour },
    { messages: 15, within: 3 * hour },
  ],
  sms: [
    { messages: 5, within: 15 * minute },
    { messages: 11, within: 1 * hour },
    { messages: 21, within: 3 * hour },
  ],
} as const;

/** Pages to an erased person whose copies at providers are deleted in one part, the time for each, and how long a provider that fails is left alone. */
export const erasedAtOnce = 20;
export const erasureDeadline = 10 * second;
export const erasureRetry = 15 * minute;
/** For so long a call has its number to itself: it rings for 40 s, and is heard. */
export const callUnderWay = 1 * minute;
/** What waits for the end of a call looks again: one that fails ends sooner. */
export const callAskedAgain = 15 * second;

/** A code that links an account in a chat: it says whose it is. */
export const linkCodeCharacters = 2_000;
