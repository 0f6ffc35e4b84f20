import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { TextKeys } from '@tocsin/platform/vault/text-keys.js';
import type { Places } from './opened-places.js';
import type { BackgroundErrors } from './background-errors.js';

const someTextsUnreadable =
  'The vault lacks the keys of some notes, titles or descriptions: they are shown as redacted. Put back the newest copy of the vault folder.';

const once = (say: () => void): (() => void) => {
  let isReported = false;
  return () => {
    if (!isReported) say();
    isReported = true;
  };
};

/** Encrypts personal fields with the keys of the vault; keys of texts are made ahead of time. */
export const codecOf = ({ vault, keyMaker }: Pick<Places, 'keyMaker' | 'vault'>, troubles: Pick<BackgroundErrors, 'note'>): EventCodec => {
  const texts = new TextKeys(
    (subjects) => keyMaker.make(subjects),
    (error) => troubles.note('keys', error),
  );
  return new EventCodec({
    vault,
    contractOf: eventContract,
    upcasters: domain.upcasters,
    textSubject: () => texts.take(),
    onTextUnreadable: once(() => troubles.note('vault', new Error(someTextsUnreadable))),
  });
};
