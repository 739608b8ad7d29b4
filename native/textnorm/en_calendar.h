#ifndef COSYSCRIBE_TEXTNORM_EN_CALENDAR_H_
#define COSYSCRIBE_TEXTNORM_EN_CALENDAR_H_

#include "textnorm/en_number.h"
#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// A month and the day or year behind it.
Match MatchEnMonth(Scan& scan);
// twenty fifth of July twenty twelve.
Match MatchEnDayOfMonth(Scan& scan, const EnRun& run);
// seven fifty b c, nineteen eighties.
Match MatchEnYear(Scan& scan, const EnRun& run);

// eleven forty p m, two p m, three o'clock, one minute to one am, ten past four.
Match MatchEnTime(Scan& scan, const EnRun& run);
// quarter past one, half past three.
Match MatchEnPartOfHour(Scan& scan);
// The time of "two thirty" where nothing says what it is; nothing for other runs.
Match MatchEnBareTime(Scan& scan, const EnRun& run);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_EN_CALENDAR_H_
