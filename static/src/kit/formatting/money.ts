import { chosenLanguage } from '../messages/interfaceLanguage'

/** An amount in minor units, in its currency; the currency says how many of them make one. */
export function money(amount: number, currency: string): string {
  const written = new Intl.NumberFormat(chosenLanguage(), { style: 'currency', currency })
  return written.format(amount / 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2))
}

/** The day of a moment. */
export const day = (moment: string): string => new Intl.DateTimeFormat(chosenLanguage(), { dateStyle: 'medium' }).format(new Date(moment))
