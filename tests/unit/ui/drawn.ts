/** What a part of the page draws, as HTML, where no browser is needed. */
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export function drawn<Props extends object>(part: ComponentType<Props>, props: Props): string {
  return renderToStaticMarkup(createElement(part, props));
}
