const of = (n: number, name: string) => ({ id: `00000000-0000-7000-8000-00000000000${n}`, name });

/** Invented, one for each hue. */
export const people = [
  of(0, 'Ana Ruiz'),
  of(1, 'Ben Adeyemi'),
  of(2, 'Chloé Martin'),
  of(3, 'Dmitri Volkov'),
  of(4, 'Elif Kaya'),
  of(5, 'Farid Haddad'),
  of(6, 'Grace Lin'),
  of(7, 'Hiro Tanaka'),
] as const;
