#include "textnorm/en_calendar.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(EnCalendar, WritesDates) {
  const Cases cases = {
      {"we met on april second nineteen ninety one", "we met on April 2, 1991"},
      {"august thirty first", "August 31"},
      {"the nineteenth of october", "the 19th of October"},
      {"september four twenty twenty five", "September 4, 2025"},
      {"in march eighteen forty eight", "in March 1848"},
      {"the nineteen sixties", "the 1960s"},
      {"three hundred b c", "300 BC"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnCalendar, WritesTimes) {
  const Cases cases = {
      {"the bus leaves at six fifteen", "the bus leaves at 6:15"},
      {"nine o five a m", "9:05 AM"},
      {"half past nine", "9:30"},
      {"quarter to eleven", "10:45"},
      {"five minutes to twelve", "11:55"},
      {"seven p m g m t", "7 PM GMT"},
      {"we start at nine oh five", "we start at 9:05"},
      {"five o'clock", "5 o'clock"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnCalendar, LeavesVerbsAndWords) {
  const Cases cases = {
      {"you may first sit down", "you may first sit down"},
      {"they march one by one", "they march one by one"},
      {"it may rain", "it may rain"},
      {"half an hour", "half an hour"},
      {"june was warm", "june was warm"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
