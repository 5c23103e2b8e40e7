import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
} from '../../../../src/parts/Button.tsx';
import { drawn } from '../drawn.ts';

const VARIANTS: Record<ButtonVariant, true> = {
  primary: true,
  secondary: true,
  tertiary: true,
  white: true,
  transparent: true,
};
const SIZES: Record<ButtonSize, true> = { small: true, medium: true };

function button(props: ButtonProps): string {
  return drawn(Button, { children: 'Resume', ...props });
}

/** A button's HTML without its content. */
function look(props: ButtonProps): string {
  return /class="([^"]*)"/.exec(button(props))?.[1] ?? '';
}

const icon = () => createElement('i');

describe('the button', () => {
  it('looks different in each variant and size', () => {
    const looks = Object.keys(VARIANTS).flatMap((variant) =>
      Object.keys(SIZES).map((size) => look({ variant: variant as ButtonVariant, size: size as ButtonSize })),
    );
    expect(new Set(looks).size).toBe(10);
  });

  it('is primary and medium unless told otherwise', () => {
    expect(look({})).toBe(look({ variant: 'primary', size: 'medium' }));
  });

  it.each(Object.keys(SIZES) as ButtonSize[])('of size %s can be hit with a thumb', (size) => {
    // In units of 4 px.
    const height = Number(/min-h-(\d+)/.exec(look({ size }))?.[1]);
    expect(height * 4).toBeGreaterThanOrEqual(44);
  });

  it('has its icon on the left or on the right', () => {
    expect(button({ icon })).toContain('<i></i>Resume');
    expect(button({ icon, iconPosition: 'left' })).toContain('<i></i>Resume');
    expect(button({ icon, iconPosition: 'right' })).toContain('Resume<i></i>');
  });

  it('says to assistive technology that it is loading, and keeps the focus', () => {
    const html = button({ loading: true });
    expect(html).toMatch(/<span class="sr-only">Loading\.\.\.<\/span>/);
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toMatch(/ disabled=/);
    expect(button({})).not.toMatch(/Loading|aria-busy=|aria-disabled=/);
  });

  it('ignores presses while it is loading', () => {
    const onClick = vi.fn<() => void>();
    const pressed = ({ loading }: { loading: boolean }): void => {
      const element = Button({ onClick, loading }) as { props: ButtonProps };
      element.props.onClick?.({} as never);
    };
    pressed({ loading: true });
    expect(onClick).not.toHaveBeenCalled();
    pressed({ loading: false });
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('cannot be focused when it is disabled', () => {
    expect(button({ disabled: true })).toMatch(/ disabled=""/);
  });
});
