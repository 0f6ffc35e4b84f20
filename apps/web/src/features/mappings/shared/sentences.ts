import type { events as mappingEvents } from '@tocsin/contracts/mappings/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const mappingSentences: Sentences<keyof typeof mappingEvents> = {
  MappingChanged: ({ data: { integrationId, version, fields }, meta }, names) => {
    const mapped = Object.keys(fields).length;
    const words = mapped === 0 ? 'switched off' : `${count(mapped, 'field')}: ${Object.keys(fields).join(', ')}`;
    return `${names.actor(meta.actor)} changed the mapping of ${names.integration(integrationId)} (version ${version}): ${words}.`;
  },
};
