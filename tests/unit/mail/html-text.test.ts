import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlToText } from '../../../mail/mime/html-text.ts';

test.each([
  ['<p>One</p><p>two</p>', 'One\n\ntwo'],
  ['<td>Your</td><td>ticket</td>', 'Your\n\nticket'],
  ['<li>a<li>b', 'a\n\nb'],
  ['De<b>vc</b>on <i>tick</i><span>et</span>', 'Devcon ticket'],
  ['Devcon<br>ticket<br/>venue<hr>end', 'Devcon\nticket\nvenue\n\nend'],
  ['long<wbr>word so&shy;ft', 'longword so\u00ADft'],
  ['a&nbsp;&amp;&lt;b&gt;&#8217;&#x30C1;&eacute;&copy;', 'a &<b>’チé©'],
  ['no entity: & &nope; &#xFFFFFFF;', 'no entity: & &nope; \uFFFD'],
  ['<style>.ticket{}</style><script>var order="<p>venue</p>"</script>x', 'x'],
  ['<head><title>ticket</title><style>p{}</style></head><body>x', 'x'],
  ['a<!-- ticket --><!--[if mso]><p>order</p><![endif]-->b', 'ab'],
  ['<![if !mso]>seen<![endif]>', 'seen'],
  ['<div style="display:none">ticket<p>order</p></div>seen', 'seen'],
  ['<div style="DISPLAY : NONE !important">x</div><div hidden>y</div>seen', 'seen'],
  ['<p style="visibility: hidden">x</p><p style="opacity:0">y</p>seen', 'seen'],
  ['<p style="opacity:0.9;font-size:0"><span style="font-size:12px">seen</span></p>', 'seen'],
  ['<div style="display:none"><img alt="x"><br><p>a<p>b</div>seen', 'seen'],
  ['<template>x</template><svg><text>y</text></svg>seen', 'seen'],
  ['<img alt="Devcon ticket" src=x>', 'Devcon ticket'],
  ['<a href="https://x.example/ticket">seen</a>', 'seen'],
  ['<p>unclosed <b>bold<p>next', 'unclosed bold\n\nnext'],
  ['</p></div></body>stray', 'stray'],
  ['a < b and c > d', 'a < b and c > d'],
  ['  many \t spaces\n\n\n and lines ', 'many spaces\nand lines'],
  ['', ''],
])('%s', async (html, text) => {
  expect(await htmlToText(html)).toBe(text);
});

test('never throws, and leaves out hidden text', async () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<div style="display:none">',
    '</div>',
    '<table><tr><td>',
    '</td>',
    '<!--',
    '-->',
    '<',
    '&#',
    '"',
    'x',
    '<br>',
    '<b hidden>',
    '</b>',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      await htmlToText(pieces.join(''));
      const hidden = `<section hidden>${pieces.filter((p) => p !== '<!--' && p !== '<').join('')}SECRET</section>seen`;
      expect(await htmlToText(hidden)).not.toContain('SECRET');
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('takes time in proportion to hostile input', async () => {
  for (const part of ['<', '<a ', '<!--', '<div hidden>', '&', '<p style="', ' ', '</b>']) {
    const text = await htmlToText(part.repeat(200_000));
    expect(text.length).toBeLessThanOrEqual(part.length * 200_000);
  }
});
