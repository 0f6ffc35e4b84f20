import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { findMutes } from '../aspects/mutes/judge-mutes.js';
import type { Draft } from '../draft.js';
import { groupsOf } from '../shared/linked.js';
import { followOrElse } from './align.js';

/**
 * Links a group with those that have the same values by a rule, before anybody is paged for it. What is muted is linked with nothing: it would page for
 * the others, or they would be as quiet as it.
 */
const linkByRule = (draft: Draft): void => {
  const { group, context } = draft;
  const { groupId, origin, test, links } = group;
  const linking = origin.kind === 'signal' ? origin.linking : undefined;
  if (!linking || test || links.set !== null || findMutes(group, context) !== null) return;
  const { set, ...rule } = linking;
  const others = groupsOf(set, context.reads);
  if (others.length >= alertGroupLimits.linkedTogether) return;
  draft.add({ type: 'AlertGroupLinked', data: { groupId, storm: set, rule } });
  // those after it were opened before
  if (groupId === set && others.length > 0) draft.add({ type: 'AlertGroupLinked', data: { groupId, storm: set } });
};

/** A rule’s group follows the one that leads; what no rule links, or opens first, is paged for itself. Its first step is a decision of its own. */
export const linkOrElse = (draft: Draft, pageForIt: (isLinked: boolean) => void): void => {
  linkByRule(draft);
  followOrElse(draft, () => pageForIt(draft.group.links.set !== null));
};
