/** Calling codes of two digits after the +; one digit: 1 and 7; all others have three (ITU E.164). */
const ofTwoDigits = new Set(
  (
    '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 ' +
    '95 98'
  ).split(' '),
);

/** Area codes of +1 that are countries of their own, with prices of their own. */
const countriesOfOne = new Set(
  '242 246 264 268 284 340 345 441 473 649 658 664 670 671 684 721 758 767 784 787 809 829 849 868 869 876 939'.split(' '),
);

/** The country of a phone number by its prefix: `+41`; `+1876` for a country below +1. */
export const callingCodeOf = (number: string): string => {
  const digits = number.replace(/^\+/, '');
  if (digits.startsWith('1')) return countriesOfOne.has(digits.slice(1, 4)) ? `+${digits.slice(0, 4)}` : '+1';
  if (digits.startsWith('7')) return '+7';
  return `+${digits.slice(0, ofTwoDigits.has(digits.slice(0, 2)) ? 2 : 3)}`;
};

/** Satellite networks, international premium and shared-cost numbers, and premium ranges of countries: a call there can cost dollars a minute. */
const costly = [
  /^\+(?:870|878|881|882|883|888|979|808)/,
  /^\+1(?:900|976)/,
  /^\+27(?:86[2-9]|9[0-2])/,
  /^\+30(?:90[19])/,
  /^\+31(?:900|906|909)/,
  /^\+32(?:90|70)/,
  /^\+33(?:89|81|82)/,
  /^\+34(?:80[3-7]|905)/,
  /^\+351(?:60[178]|64[68]|76[012])/,
  /^\+352(?:90)/,
  // ten digits: Dublin’s numbers have eight
  /^\+35315(?:1[2-8]|[2-8]0|9[089])\d{6}$/,
  /^\+354(?:90)/,
  /^\+358(?:[67]00)/,
  /^\+359(?:90)/,
  /^\+36(?:9[01])/,
  /^\+370(?:90)/,
  /^\+371(?:90)/,
  /^\+372(?:900)/,
  /^\+385(?:6[01459])/,
  /^\+386(?:90|89[1-3])/,
  /^\+39(?:89|199|178)/,
  /^\+40(?:90)/,
  /^\+41(?:90|84)/,
  /^\+420(?:90[05689]|976)/,
  /^\+421(?:900)/,
  /^\+43(?:90[01]|93)/,
  /^\+44(?:9|70|87|84)/,
  /^\+45(?:90)/,
  /^\+46(?:900|939|944)/,
  /^\+47(?:82)/,
  /^\+48(?:70)/,
  /^\+49(?:900|137|180|190)/,
  /^\+52(?:900)/,
  /^\+61(?:190)/,
  /^\+64(?:900)/,
  /^\+7(?:80[39])/,
  /^\+81(?:990)/,
  /^\+90(?:900|8[89]8)/,
  /^\+972(?:1)/,
] as const;

/** Whether a message or call to it may cost many times the usual. */
export const isCostly = (number: string): boolean => costly.some((range) => range.test(number));
