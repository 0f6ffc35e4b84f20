import { expressionOf } from './value-path.js';

it.each([
  [['title'], 'title'],
  [['host', 'name'], 'host.name'],
  [['alerts', 0, 'labels', 'kube-pod'], 'alerts[0].labels.`kube-pod`'],
  [[0, 'title'], '$[0].title'],
  [['and'], '`and`'],
  [['a`b'], '$lookup($, "a`b")'],
  [[], '$'],
])('%j is %s', (path, expression) => expect(expressionOf(path)).toBe(expression));
